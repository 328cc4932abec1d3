extension InventoryReport {
    /// The style sheet of the report for screens (light or dark) and paper. It uses the colors of the surrounding
    /// page if defined.
    package static let styleSheet = """
        .report {
          max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem; line-height: 1.4;
          font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
          background: var(--surface, Canvas); color: var(--ink, CanvasText);
        }
        .report header { padding-bottom: 1rem; }
        .report h1, .report header p { margin: 0; }
        .report header .button { margin-top: 0.75rem; }
        .report table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
        .report th, .report td {
          padding: 0.4rem 0.5rem; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line, color-mix(in srgb, currentcolor 20%, transparent));
        }
        .report bdi { overflow-wrap: anywhere; white-space: pre-line; }
        .report img { float: left; max-width: 9rem; max-height: 7rem; margin: 0 0.75rem 0.25rem 0; border-radius: 0.25rem; }
        .report td > span { display: block; }
        .report .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .report .section th, .report .section td {
          padding-top: 1.1rem; font-weight: 600; border-bottom-color: var(--strong-line, currentcolor);
        }
        .report :is(.section, tfoot) .number { white-space: normal; }
        .report tfoot th, .report tfoot td {
          font-weight: 700; border-top: 2px solid var(--strong-line, currentcolor);
        }
        @media screen and (max-width: 47.99rem) {
          .report .number { white-space: normal; }
          .report table { font-size: 0.75rem; }
          .report th, .report td { padding-left: 0.2rem; padding-right: 0.2rem; overflow-wrap: anywhere; }
          .report img { float: none; display: block; max-width: 100%; }
        }
        \(Chart.styleSheet)
        @media print {
          @page { margin: 1.5cm; }
          .screen-only { display: none; }
          body, .report { background: none; color: #000; padding: 0; margin: 0; max-width: none; }
          .report thead { display: table-header-group; }
          .report tfoot { display: table-row-group; }
          .report tr { break-inside: avoid; }
          .report .section { break-after: avoid; }
        }
        """
}
