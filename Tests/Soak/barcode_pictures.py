"""Draws pictures of barcodes as a phone's camera sees them. The same seed draws the same pictures.

Needs the Debian packages python3-numpy, python3-pil and python3-qrcode.
"""

import math
import os
import random

import numpy
import qrcode
from PIL import Image, ImageDraw, ImageFilter

WIDTH, HEIGHT = 640, 480
LEVELS = [qrcode.ERROR_CORRECT_L, qrcode.ERROR_CORRECT_M, qrcode.ERROR_CORRECT_Q, qrcode.ERROR_CORRECT_H]

LEFT = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"]
PARITIES = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]
CODE_128 = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
    123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
    232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
    313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
    111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
    111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
    114311 411113 411311 113141 114131 311141 411131 211412 211214 211232""".split()


def checked(digits):
    """Returns digits with their check digit."""
    total = sum(int(digit) * (1 if place % 2 else 3) for place, digit in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def inverse(bits):
    return bits.translate(str.maketrans("01", "10"))


def product(text):
    """Returns the modules of an EAN-13 or EAN-8 code; a UPC-A is an EAN-13 that begins with 0."""
    half = len(text) // 2
    parity = PARITIES[int(text[0])] if len(text) == 13 else "LLLL"
    left, right = text[-2 * half:-half], text[-half:]
    first = "".join(LEFT[int(d)] if p == "L" else inverse(LEFT[int(d)])[::-1] for d, p in zip(left, parity))
    return "101" + first + "01010" + "".join(inverse(LEFT[int(d)]) for d in right) + "101"


def code_128(text):
    """Returns the modules of a Code 128 in set C if it is an even number of digits, otherwise in set B."""
    if text.isdigit() and len(text) % 2 == 0:
        return symbols([105] + [int(text[i:i + 2]) for i in range(0, len(text), 2)])
    return symbols([104] + [ord(letter) - 32 for letter in text])


def symbols(values):
    """Returns the modules of a Code 128 with a start symbol and other symbols; the check symbol is added."""
    values = list(values)
    values.append(sum(value * max(1, place) for place, value in enumerate(values)) % 103)
    widths = "".join(CODE_128[value] for value in values) + "2331112"
    return "".join(str(1 - place % 2) * int(width) for place, width in enumerate(widths))


class Code:
    """A code to draw: its format, text, and modules with a quiet zone as an array, of which 1 is dark."""

    def __init__(self, kind, text, modules):
        self.kind, self.text, self.modules = kind, text, modules

    @property
    def is_square(self):
        return self.kind == "qr_code"


def square(text, version=None, level=1, mirrored=False, inverted=False):
    made = qrcode.QRCode(version=version, error_correction=LEVELS[level], border=4)
    made.add_data(text, optimize=4)
    made.make(fit=version is None)
    modules = numpy.array(made.get_matrix(), dtype=float)
    if mirrored:
        modules = modules[:, ::-1]
    return Code("qr_code", text, 1 - modules if inverted else modules)


def linear(kind, text, share=0.55):
    """Returns a linear code whose height is a share of its width."""
    bits = code_128(text) if kind == "code_128" else product("0" + text if kind == "upc_a" else text)
    row = numpy.array([int(bit) for bit in "0" * 10 + bits + "0" * 10], dtype=float)
    height = round(len(bits) * share)
    bars = numpy.repeat(row[None, :], height, axis=0)
    return Code(kind, text, numpy.pad(bars, ((4, 4), (0, 0))))


def any_square(rng, **options):
    """Returns a random QR code: mostly addresses of labels, also numbers and longer texts."""
    level = rng.randrange(4)
    number = "".join(rng.choice("0123456789abcdef") for _ in range(16))
    texts = [f"https://loot.example/i/{number[:8]}", f"http://192.168.0.{rng.randrange(2, 250)}:8080/i/{number}",
             str(rng.randrange(10 ** 14)), f"BOX {rng.randrange(1000)}", f"Größe {rng.randrange(100)} – Möbel, Küche",
             f"WIFI:T:WPA;S:Attic;P:{number};;"]
    return square(rng.choice(texts), level=level, **options)


def any_linear(rng):
    kind = rng.choice(["ean_13", "ean_8", "upc_a", "code_128"])
    return one_linear(rng, kind)


def one_linear(rng, kind):
    digits = {"ean_13": 12, "ean_8": 7, "upc_a": 11}.get(kind)
    if digits:
        first = str(rng.randrange(1, 10))
        text = checked(first + "".join(str(rng.randrange(10)) for _ in range(digits - 1)))
        return linear(kind, text, rng.uniform(0.4, 0.7))
    text = rng.choice([f"SN-{rng.randrange(10 ** 5):05}", f"{rng.randrange(10 ** 8):08}", f"Tool {rng.randrange(100)}/A"])
    return linear(kind, text, rng.uniform(0.25, 0.5))


def rotation(x, y, z):
    """Returns the matrix of rotations around three axes, in degrees."""
    (cx, sx), (cy, sy), (cz, sz) = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in (x, y, z)]
    return (numpy.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]]) @ numpy.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
            @ numpy.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]]))


def surroundings(rng):
    """Returns a background: a surface with a gradient, and shapes and lines of text on it."""
    noise = numpy.random.default_rng(rng.randrange(2 ** 32))
    base = rng.uniform(90, 190)
    slope = rng.uniform(-40, 40)
    columns = numpy.linspace(-0.5, 0.5, WIDTH)[None, :]
    surface = base + slope * columns + noise.normal(0, 3, (HEIGHT, WIDTH))
    picture = Image.fromarray(surface.clip(0, 255).astype(numpy.uint8))
    drawing = ImageDraw.Draw(picture)
    for _ in range(6):
        x, y = rng.randrange(WIDTH), rng.randrange(HEIGHT)
        shade = rng.randrange(40, 230)
        if rng.random() < 0.5:
            drawing.rectangle([x, y, x + rng.randrange(20, 160), y + rng.randrange(10, 90)], fill=shade)
        else:
            drawing.text((x, y), "Fragile. Handle with care. 12 pieces", fill=shade)
    return numpy.asarray(picture.filter(ImageFilter.GaussianBlur(0.8)), dtype=float)


def drawn(rng, code, module=5.0, tilt=(0, 0), angle=0.0, curve=0.0, blur=0.0, noise=3.0, dark=25.0, light=225.0,
          shade=0.0):
    """Draws a code on a label.

    `module` is the size of a module in pixels, `tilt` the rotation out of the plane of the picture, `angle` the one
    in it, `curve` the angle in degrees that the code covers on a cylinder, `blur` the deviation of a Gaussian blur in
    pixels, `noise` its deviation, and `shade` the part of the light that is missing at one side.
    """
    rows, columns = code.modules.shape
    scale = 3
    x, y = numpy.meshgrid((numpy.arange(WIDTH * scale) + 0.5) / scale, (numpy.arange(HEIGHT * scale) + 0.5) / scale)
    # Rays from the camera hit the plane or cylinder of the label. All lengths are in modules.
    distance = 900 / module
    middle = (WIDTH / 2 + rng.uniform(-15, 15), HEIGHT / 2 + rng.uniform(-15, 15))
    turned = rotation(*tilt, angle).T
    rays = numpy.stack([(x - middle[0]) / 900, (y - middle[1]) / 900, numpy.ones_like(x)])
    direction = numpy.tensordot(turned, rays, 1)
    origin = turned @ numpy.array([0, 0, -distance])
    if curve:
        # The cylinder touches the plane; its axis is vertical.
        radius = columns / math.radians(curve)
        center = origin - numpy.array([0, 0, radius])
        a = direction[0] ** 2 + direction[2] ** 2
        b = 2 * (direction[0] * center[0] + direction[2] * center[2])
        c = center[0] ** 2 + center[2] ** 2 - radius ** 2
        root = b ** 2 - 4 * a * c
        along = (-b - numpy.sqrt(numpy.maximum(root, 0))) / (2 * a)
        across = radius * numpy.arctan2(center[0] + along * direction[0], -(center[2] + along * direction[2]))
        across[root < 0] = 10 ** 6
    else:
        along = -origin[2] / direction[2]
        across = origin[0] + along * direction[0]
    down = origin[1] + along * direction[1]
    column, row = numpy.floor(across + columns / 2).astype(int), numpy.floor(down + rows / 2).astype(int)
    is_on = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
    paper = numpy.full(x.shape, numpy.nan)
    paper[is_on] = light + (dark - light) * code.modules[row[is_on], column[is_on]]
    # The picture is the mean of several points per pixel; outside the label is the background.
    back = surroundings(rng)
    fine = numpy.repeat(numpy.repeat(back, scale, axis=0), scale, axis=1)
    fine = numpy.where(numpy.isnan(paper), fine, paper)
    pixels = fine.reshape(HEIGHT, scale, WIDTH, scale).mean(axis=(1, 3))
    if shade:
        turn = rng.uniform(0, 2 * math.pi)
        px, py = numpy.meshgrid(numpy.linspace(-1, 1, WIDTH), numpy.linspace(-1, 1, HEIGHT))
        side = numpy.cos(turn) * px + numpy.sin(turn) * py
        pixels = pixels * (1 - shade / (1 + numpy.exp(-5 * side)))
    picture = Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8))
    if blur:
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
    grain = numpy.random.default_rng(rng.randrange(2 ** 32)).normal(0, noise, (HEIGHT, WIDTH))
    return Image.fromarray((numpy.asarray(picture, dtype=float) + grain).round().clip(0, 255).astype(numpy.uint8))


def fitting(code, share=0.62):
    """Returns the size of a module at which a code fills a share of the picture's height or width."""
    rows, columns = code.modules.shape
    return min(WIDTH * share / columns, HEIGHT * share / rows, 9)


def scenes(rng):
    """Yields the pictures: their condition, code, and how it is drawn."""
    def either(index, **options):
        return any_square(rng, **options) if index % 2 == 0 else any_linear(rng)

    for version in (1, 2, 3, 4, 5, 6, 7, 8, 10, 14, 20, 25):
        level = version % 4
        code = square(f"V{version} ABCDEFGH" if version < 2 else f"Version {version}: {rng.randrange(10 ** 5)}", version, level)
        yield "versions", code, {"module": min(fitting(code, 0.85), 6), "angle": rng.uniform(-8, 8)}
    for kind in ("ean_13", "ean_8", "upc_a", "code_128"):
        for _ in range(3):
            code = one_linear(rng, kind)
            yield "linear", code, {"module": fitting(code), "angle": rng.uniform(-8, 8)}
    for index in range(12):
        code = either(index)
        module = fitting(code)
        yield "blur", code, {"module": module, "blur": module * rng.uniform(0.35, 0.7), "angle": rng.uniform(-8, 8)}
    for index in range(12):
        code = either(index)
        yield "noise", code, {"module": fitting(code, 0.55), "noise": rng.uniform(15, 35), "angle": rng.uniform(-8, 8)}
    for index in range(12):
        code = either(index)
        yield "rotation", code, {"module": fitting(code, 0.55), "angle": rng.uniform(10, 350)}
    for index in range(14):
        code = either(index)
        tilt = (rng.choice([-1, 1]) * rng.uniform(20, 45), rng.choice([-1, 1]) * rng.uniform(15, 40))
        yield "perspective", code, {"module": fitting(code, 0.7), "tilt": tilt, "angle": rng.uniform(-20, 20)}
    for index in range(12):
        code = either(index)
        middle, half = rng.uniform(80, 170), rng.uniform(12, 30)
        yield "low contrast", code, {"module": fitting(code), "dark": middle - half, "light": middle + half, "noise": 2,
                                     "angle": rng.uniform(-8, 8)}
    for index in range(12):
        code = either(index)
        yield "curved", code, {"module": fitting(code, 0.65), "curve": rng.uniform(40, 100), "angle": rng.uniform(-8, 8),
                               "tilt": (rng.uniform(-15, 15), rng.uniform(-10, 10))}
    for index in range(12):
        code = either(index)
        yield "uneven light", code, {"module": fitting(code), "shade": rng.uniform(0.6, 0.85), "angle": rng.uniform(-8, 8)}
    for index in range(12):
        code = either(index)
        yield "small", code, {"module": rng.uniform(1.7, 2.4), "angle": rng.uniform(-20, 20), "blur": 0.4}
    for index in range(8):
        code = any_square(rng, inverted=True, mirrored=index > 4)
        yield "inverted", code, {"module": fitting(code), "angle": rng.uniform(-30, 30)}
    for index in range(6):
        code = any_square(rng, mirrored=True)
        yield "mirrored", code, {"module": fitting(code), "angle": rng.uniform(-30, 30)}
    for index in range(14):
        code = either(index)
        module = fitting(code, rng.uniform(0.45, 0.6))
        yield "mixed", code, {
            "module": module, "blur": module * rng.uniform(0.1, 0.35), "noise": rng.uniform(5, 12),
            "angle": rng.uniform(0, 360), "tilt": (rng.uniform(-25, 25), rng.uniform(-25, 25)),
            "shade": rng.uniform(0.2, 0.6), "dark": rng.uniform(20, 60), "light": rng.uniform(150, 230)}
    for index in range(12):
        yield "nothing", None, {}


def symbol_cases():
    """Returns a QR code of every version and level as its text, number of modules per side, and modules."""
    cases = []
    for version in range(1, 41):
        for level in range(4):
            made = qrcode.QRCode(version=version, error_correction=LEVELS[level], border=0,
                                 mask_pattern=(version + 2 * level) % 8)
            text = f"V{version}-{level} " + "AZ09" * (version - 1)
            made.add_data(text, optimize=0)
            made.make(fit=False)
            bits = "".join("01"[module] for row in made.get_matrix() for module in row)
            cases.append({"text": text, "size": 17 + 4 * version, "modules": bits})
    return cases


def line_cases():
    """Returns linear codes as their format, text and modules: all symbols, and all sets of characters of Code 128."""
    printable = "".join(chr(code) for code in range(32, 127))
    pairs = "".join(f"{number:02}" for number in range(100))
    cases = [("code_128", text, code_128(text)) for text in (printable[:50], printable[50:], pairs[:100], pairs[100:])]
    cases += [
        ("code_128", "\x01A\x1f_", symbols([103, 65, 33, 95, 63])),
        ("code_128", "A\x02b", symbols([104, 33, 98, 66, 66])),
        ("code_128", "x12345", symbols([104, 88, 99, 12, 34, 100, 21])),
        ("code_128", "7\tz", symbols([105, 101, 23, 73, 100, 90])),
        ("code_128", "A\u00e9a", symbols([104, 33, 100, 73, 65])),
        ("code_128", "\u00e9\u00e9a", symbols([104, 100, 100, 73, 73, 100, 65])),
        ("code_128", "GS1", symbols([104, 102, 39, 51, 17])),
    ]
    for first in range(10):
        text = checked(f"{first}{(first * 11111111111 + 1234567) % 10 ** 11:011}")
        shown = ("upc_a", text[1:]) if first == 0 else ("ean_13", text)
        cases.append((*shown, product(text)))
    cases += [("ean_8", checked(digits), product(checked(digits))) for digits in ("0123456", "7890123")]
    return [{"format": kind, "text": text, "modules": modules} for kind, text, modules in cases]


def write(folder, seed=37, step=1):
    """Writes every picture whose number is divisible by `step` into a folder, and returns a description of each."""
    rng = random.Random(seed)
    pictures = []
    for index, (condition, code, options) in enumerate(scenes(rng)):
        if index % step:
            continue
        name = f"{index:03}.png"
        blank = Code(None, None, numpy.zeros((2, 2)))
        drawn(rng, code or blank, **options).save(os.path.join(folder, name))
        pictures.append({"name": name, "condition": condition, "format": code.kind if code else None,
                         "text": code.text if code else None})
    return pictures
