// Photos for the pictures of the README, drawn: `draw(name)` gives back a JPEG as a data URL.

const size = [800, 600];

/** Where a thing stands: a wall, a table, and light from the left. */
function scene(g, wall, table) {
  const [w, h] = size;
  const light = g.createRadialGradient(w * 0.3, h * 0.15, 40, w * 0.5, h * 0.4, w * 0.9);
  light.addColorStop(0, wall[0]);
  light.addColorStop(1, wall[1]);
  g.fillStyle = light;
  g.fillRect(0, 0, w, h);
  const top = g.createLinearGradient(0, h * 0.72, 0, h);
  top.addColorStop(0, table[0]);
  top.addColorStop(1, table[1]);
  g.fillStyle = top;
  g.fillRect(0, h * 0.72, w, h);
}

function shadow(g, x, y, rx, ry = rx * 0.13) {
  g.save();
  g.filter = "blur(14px)";
  g.fillStyle = "rgba(20, 14, 8, .45)";
  g.beginPath();
  g.ellipse(x, y, rx, ry, 0, 0, 7);
  g.fill();
  g.restore();
}

/** A color that goes over into another from left to right. */
function across(g, x1, x2, ...colors) {
  const gradient = g.createLinearGradient(x1, 0, x2, 0);
  colors.forEach((color, index) => gradient.addColorStop(index / (colors.length - 1), color));
  return gradient;
}

function box(g, x, y, w, h, r, fill) {
  g.fillStyle = fill;
  g.beginPath();
  g.roundRect(x, y, w, h, r);
  g.fill();
}

function disc(g, x, y, r, fill) {
  g.fillStyle = fill;
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fill();
}

function line(g, width, color, ...points) {
  g.strokeStyle = color;
  g.lineWidth = width;
  g.lineCap = g.lineJoin = "round";
  g.beginPath();
  points.forEach(([x, y], index) => index ? g.lineTo(x, y) : g.moveTo(x, y));
  g.stroke();
}

function shape(g, path, fill) {
  g.fillStyle = fill;
  g.fill(new Path2D(path));
}

const warm = [["#f3e6d2", "#c9ae8a"], ["#8a5a34", "#5d3a20"]];
const cool = [["#e6eef0", "#a9bcc2"], ["#d9d4cb", "#a8a196"]];
const green = [["#dfe8d8", "#9fb394"], ["#7b5b3c", "#4f3822"]];
const dusk = [["#d9d3e4", "#8e86a6"], ["#4b4152", "#2e2733"]];

const things = {
  "Bicycle": (g) => {
    scene(g, ["#e9e4dc", "#b5aca0"], ["#8d8a86", "#6a6763"]);
    shadow(g, 400, 502, 300, 22);
    for (const x of [235, 570]) {
      g.lineWidth = 12;
      g.strokeStyle = "#26282b";
      g.beginPath();
      g.arc(x, 385, 115, 0, 7);
      g.stroke();
      for (let a = 0; a < 6.28; a += 0.39) line(g, 1.5, "#8f959b", [x, 385], [x + 109 * Math.cos(a), 385 + 109 * Math.sin(a)]);
      disc(g, x, 385, 11, "#6a7076");
    }
    const red = "#b5342b";
    line(g, 13, red, [235, 385], [330, 235], [510, 225], [385, 390], [235, 385]);
    line(g, 13, red, [310, 190], [385, 390]);
    line(g, 13, red, [498, 180], [520, 255], [570, 385]);
    line(g, 10, "#2b2d30", [498, 180], [545, 160], [575, 185]);
    line(g, 20, "#3a2a20", [282, 188], [345, 186]);
    disc(g, 385, 390, 25, "#3d4145");
    line(g, 8, "#3d4145", [385, 390], [415, 440], [440, 440]);
  },
  "Espresso machine": (g) => {
    scene(g, ...cool);
    shadow(g, 400, 505, 230);
    const steel = across(g, 230, 570, "#8e959b", "#f4f6f7", "#aeb5ba", "#7d848a");
    box(g, 230, 130, 340, 110, 18, steel);
    box(g, 245, 235, 90, 240, 6, across(g, 245, 335, "#6f767c", "#b4bbc0"));
    box(g, 225, 462, 350, 42, 10, steel);
    box(g, 340, 240, 130, 34, 6, "#3a3f43");
    box(g, 375, 274, 60, 22, 6, across(g, 375, 435, "#8a9095", "#e6e9eb"));
    line(g, 20, "#2a1e17", [425, 285], [545, 292]);
    disc(g, 290, 185, 34, "#f8f8f4");
    line(g, 4, "#b5342b", [290, 185], [308, 165]);
    for (const x of [420, 470, 520]) disc(g, x, 185, 14, "#33383c");
    shape(g, "M360 380 H450 L440 460 H370 Z", "#ffffff");
    g.strokeStyle = "#ffffff";
    g.lineWidth = 9;
    g.beginPath();
    g.arc(455, 410, 18, -1.4, 1.6);
    g.stroke();
    for (const x of [392, 416]) line(g, 5, "#4a2c18", [x, 296], [x, 384]);
  },
  "Fluffy Bear": (g) => {
    scene(g, ["#f2dfe0", "#cda3a8"], ["#f0ebe4", "#c9c0b4"]);
    shadow(g, 400, 520, 190);
    const fur = "#a9713f";
    const light = "#d9ae7e";
    const fluffy = (x, y, r, color) => {
      disc(g, x, y, r, color);
      for (let a = 0; a < 6.28; a += 0.16) disc(g, x + (r - 3) * Math.cos(a), y + (r - 3) * Math.sin(a), r * 0.1 + 3, color);
    };
    for (const x of [320, 480]) { fluffy(x, 140, 42, fur); disc(g, x, 142, 22, light); }
    fluffy(400, 405, 118, fur);
    fluffy(400, 215, 108, fur);
    for (const [x, y] of [[285, 380], [515, 380], [320, 495], [480, 495]]) fluffy(x, y, 46, fur);
    disc(g, 400, 420, 72, light);
    for (const x of [320, 480]) disc(g, x, 500, 26, light);
    g.fillStyle = light;
    g.beginPath();
    g.ellipse(400, 250, 48, 38, 0, 0, 7);
    g.fill();
    for (const x of [362, 438]) { disc(g, x, 195, 12, "#1d130c"); disc(g, x + 4, 191, 4, "#fff"); }
    shape(g, "M378 232 Q400 222 422 232 Q414 252 400 254 Q386 252 378 232 Z", "#2a1a10");
    line(g, 4, "#2a1a10", [400, 254], [400, 268]);
    shape(g, "M400 322 L345 300 L345 345 Z M400 322 L455 300 L455 345 Z", "#2f6b9a");
    disc(g, 400, 322, 12, "#24547a");
  },
  "Shiny Mac": (g) => {
    scene(g, ...dusk);
    shadow(g, 400, 500, 300, 26);
    box(g, 180, 120, 440, 300, 16, "#2b2e31");
    const screen = g.createLinearGradient(190, 130, 610, 410);
    ["#274a8a", "#7a4fa0", "#e08a6a"].forEach((color, index) => screen.addColorStop(index / 2, color));
    box(g, 194, 134, 412, 262, 6, screen);
    shape(g, "M194 330 Q300 250 400 320 T606 290 V396 H194 Z", "rgba(20, 24, 60, .55)");
    shape(g, "M194 370 Q330 310 450 365 T606 340 V396 H194 Z", "rgba(10, 14, 40, .6)");
    shape(g, "M120 472 L180 418 H620 L680 472 Z", across(g, 120, 680, "#9aa1a7", "#eef1f3", "#a5acb2"));
    box(g, 116, 470, 568, 22, 11, across(g, 116, 684, "#7d8489", "#dfe3e6", "#858c91"));
    for (let row = 0; row < 3; row += 1) line(g, 8, "rgba(30, 33, 36, .75)", [200 - row * 9, 430 + row * 11], [600 + row * 9, 430 + row * 11]);
  },
  "Folding chair": (g) => {
    scene(g, ...green);
    shadow(g, 400, 525, 210);
    const wood = "#d9a45f";
    const dark = "#a87638";
    line(g, 20, dark, [300, 520], [500, 250]);
    line(g, 20, dark, [330, 500], [520, 250]);
    line(g, 22, wood, [500, 530], [300, 110]);
    line(g, 22, wood, [560, 515], [375, 105]);
    for (const k of [0, 0.12, 0.24]) line(g, 26, k ? "#e6b878" : wood, [308 + 200 * k, 130 + 420 * k], [380 + 185 * k, 122 + 410 * k]);
    shape(g, "M270 335 L520 325 L555 362 L300 378 Z", "#e6b878");
    for (const k of [0.3, 0.62]) line(g, 4, dark, [270 + 30 * k, 335 + 43 * k], [520 + 35 * k, 325 + 37 * k]);
  },
  "Camera, 35 mm": (g) => {
    scene(g, ...warm);
    shadow(g, 400, 475, 260);
    box(g, 190, 190, 420, 270, 24, "#26272a");
    box(g, 190, 180, 420, 80, 24, across(g, 190, 610, "#8d9398", "#f1f3f4", "#9aa0a5"));
    shape(g, "M330 182 L350 128 H450 L470 182 Z", across(g, 330, 470, "#9aa0a5", "#f1f3f4", "#8d9398"));
    box(g, 215, 158, 60, 26, 6, "#8b9196");
    box(g, 520, 152, 64, 32, 6, "#777d82");
    for (const [r, color] of [[118, "#151618"], [104, "#3a3c40"], [88, "#0e0f10"], [64, "#20263a"]]) disc(g, 400, 345, r, color);
    const glass = g.createRadialGradient(378, 318, 4, 400, 345, 62);
    ["#b9c7ff", "#4a4f8f", "#120f24"].forEach((color, index) => glass.addColorStop(index / 2, color));
    disc(g, 400, 345, 58, glass);
    disc(g, 376, 320, 12, "rgba(255, 255, 255, .8)");
    box(g, 375, 146, 50, 28, 4, "#1f2430");
    disc(g, 560, 220, 12, "#b5342b");
  },
  "Atlas of the World, 1911 edition, with all of its plates": (g) => {
    scene(g, ...warm);
    shadow(g, 410, 500, 240);
    shape(g, "M235 120 L560 100 L590 480 L265 505 Z", "#efe3c8");
    for (let k = 0; k < 6; k += 1) line(g, 2, "#cbb994", [570 + k * 3, 112 + k * 2], [594 + k * 3, 474]);
    shape(g, "M220 125 L550 105 L580 482 L250 508 Z", "#1f4a3c");
    shape(g, "M220 125 L250 123 L280 506 L250 508 Z", "#163529");
    g.save();
    g.translate(412, 300);
    g.strokeStyle = "#d9b65c";
    g.lineWidth = 5;
    g.beginPath();
    g.arc(0, 0, 88, 0, 7);
    g.stroke();
    g.lineWidth = 2.5;
    for (const k of [0.35, 0.75]) { g.beginPath(); g.ellipse(0, 0, 88 * k, 88, 0, 0, 7); g.stroke(); }
    for (const y of [-50, 0, 50]) { const x = Math.sqrt(88 * 88 - y * y); line(g, 2.5, "#d9b65c", [-x, y], [x, y]); }
    g.restore();
    line(g, 8, "#d9b65c", [345, 168], [470, 160]);
    line(g, 5, "#d9b65c", [372, 436], [470, 430]);
  },
  "Desk lamp": (g) => {
    scene(g, ["#dfe3ea", "#8f9bb0"], ["#a9805a", "#6d4c30"]);
    const glow = g.createRadialGradient(500, 300, 10, 480, 420, 260);
    glow.addColorStop(0, "rgba(255, 236, 170, .95)");
    glow.addColorStop(1, "rgba(255, 236, 170, 0)");
    shape(g, "M430 280 L560 240 L680 520 H300 Z", glow);
    shadow(g, 280, 500, 110);
    line(g, 14, "#2d5f73", [280, 480], [220, 290], [430, 170]);
    for (const [x, y] of [[220, 290], [430, 170]]) disc(g, x, y, 15, "#1f4453");
    shape(g, "M400 185 L455 135 L585 235 L425 290 Z", across(g, 400, 585, "#3f8aa6", "#1f5266"));
    shape(g, "M425 290 L585 235 L565 262 L450 300 Z", "#fff1c2");
    box(g, 200, 470, 160, 32, 14, across(g, 200, 360, "#3f8aa6", "#1f5266"));
  },
  "Violin": (g) => {
    scene(g, ["#efe6da", "#b9a58c"], ["#3f3a36", "#262220"]);
    g.save();
    g.translate(400, 310);
    g.rotate(0.42);
    g.translate(0, 20);
    g.save();
    g.filter = "blur(16px)";
    g.fillStyle = "rgba(20, 14, 8, .5)";
    g.fillRect(-80, -60, 190, 270);
    g.restore();
    const wood = across(g, -105, 105, "#6a2f12", "#c8692c", "#d98542", "#b0551f", "#6a2f12");
    shape(g, "M0 -80 C70 -80 90 -40 74 0 C60 30 60 50 84 84 C112 130 90 205 0 205 C-90 205 -112 130 -84 84 C-60 50 -60 30 -74 0 C-90 -40 -70 -80 0 -80 Z", wood);
    shape(g, "M-14 -270 H14 L20 60 H-20 Z", "#1e1612");
    shape(g, "M-18 120 H18 L26 196 H-26 Z", "#1e1612");
    box(g, -34, 84, 68, 9, 3, "#e0b070");
    for (const x of [-48, 48]) {
      g.strokeStyle = "#2a1208";
      g.lineWidth = 6;
      g.stroke(new Path2D(`M${x} 40 q${-x / 4} 14 0 34 q${x / 4} 18 0 36`));
    }
    for (const x of [-10, -3, 4, 11]) line(g, 1.4, "#eee7da", [x * 0.7, -262], [x, 130]);
    disc(g, 0, -290, 20, "#6a2f12");
    disc(g, 0, -290, 9, "#a0521f");
    for (const [x, y] of [[-30, -255], [30, -245], [-30, -228], [30, -218]]) line(g, 9, "#1e1612", [0, y], [x, y]);
    g.restore();
  },
  "Kettle": (g) => {
    scene(g, ...cool);
    shadow(g, 400, 500, 190);
    const enamel = across(g, 240, 560, "#8f1f24", "#e5565a", "#c4343a", "#7a171c");
    g.strokeStyle = "#232527";
    g.lineWidth = 20;
    g.lineCap = "round";
    g.beginPath();
    g.arc(400, 235, 115, 3.4, 6.02);
    g.stroke();
    shape(g, "M520 360 Q600 330 620 250 L655 262 Q640 400 540 440 Z", enamel);
    shape(g, "M270 260 Q400 215 530 260 Q590 400 560 470 Q550 498 520 498 H280 Q250 498 240 470 Q210 400 270 260 Z", enamel);
    shape(g, "M300 250 Q400 205 500 250 Q400 275 300 250 Z", "#a3252b");
    disc(g, 400, 216, 20, "#232527");
    shape(g, "M290 300 Q262 380 280 450 Q268 370 310 296 Z", "rgba(255, 255, 255, .45)");
  },
  "Raincoat": (g) => {
    scene(g, ["#dfe7ea", "#a3b4bb"], ["#c7b08c", "#977c58"]);
    line(g, 10, "#6b4a2c", [400, 60], [400, 110]);
    line(g, 9, "#6b4a2c", [310, 150], [400, 105], [490, 150]);
    const yellow = across(g, 240, 560, "#c99a12", "#ffd94a", "#f0c024", "#b98a0c");
    shape(g, "M335 130 Q400 190 465 130 L530 165 L590 400 L530 415 L500 300 L520 520 H280 L300 300 L270 415 L210 400 L270 165 Z", yellow);
    shape(g, "M335 130 Q400 95 465 130 Q400 190 335 130 Z", "#9a7408");
    line(g, 4, "#a37b0c", [400, 172], [400, 520]);
    for (const y of [230, 310, 390, 470]) disc(g, 418, y, 9, "#5c4608");
    for (const x of [305, 435]) box(g, x, 390, 66, 12, 4, "#b98a0c");
  },
};

export function draw(name) {
  const canvas = Object.assign(document.createElement("canvas"), { width: size[0], height: size[1] });
  things[name]?.(canvas.getContext("2d"));
  return things[name] ? canvas.toDataURL("image/jpeg", 0.86) : null;
}
