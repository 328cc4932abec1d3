# Untested: nobody has evaluated this flake yet.
{
  description = "Keep track of what you own";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let pkgs = nixpkgs.legacyPackages.@ARCH@-linux;
    in {
      packages.@ARCH@-linux.default = pkgs.stdenv.mkDerivation {
        pname = "lootlogger";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "@DOWNLOADS@/@TARBALL@";
          sha256 = "@SHA256@";
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        buildInputs = [ pkgs.stdenv.cc.cc.lib ];
        # Opened at run time, for lists in SQLite and PostgreSQL and for lists of other servers.
        runtimeDependencies = [ pkgs.sqlite pkgs.postgresql.lib pkgs.curl ];
        installPhase = "mkdir -p $out && cp -r bin share $out/";
        meta.mainProgram = "loot";
      };
    };
}
