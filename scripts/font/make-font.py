"""Makes src/platform/site/ui/fonts/house.woff2: Atkinson Hyperlegible Next with a plain zero.

Run by hand when one of the sources changes (fonttools 4.66, brotli 1.2):
    python scripts/font/make-font.py

Sources: the latin file of @fontsource-variable/atkinson-hyperlegible-next, whose zero is
slashed, and public-sans-zero.woff2 in this folder. The slashed zero becomes the alternate
of the standard feature `zero`, so that one font serves prices (plain) and codes
(`font-variant-numeric: slashed-zero`), and loading fonts causes one layout, not two.
The font keeps only what the site uses: weights 400 to 800, six features.
"""

from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib import hvar, instancer

here = Path(__file__).parent
root = here.parent.parent
latin = root / (
    "node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/"
    "atkinson-hyperlegible-next-latin-wght-normal.woff2"
)
lightest, middle, boldest = 400, 700, 800
# Proportional and tabular figures.
zeros = {"zero": "zero.slash", "zero.tf": "zero.tf.slash"}


def plain_zero(weight, scale, width=None):
    """The zero of Public Sans at one weight, centered in the width if one is given."""
    font = instancer.instantiateVariableFont(
        TTFont(here / "public-sans-zero.woff2"), {"wght": weight}
    )
    glyphs = font.getGlyphSet()
    own = round(glyphs["zero"].width * scale)
    record = DecomposingRecordingPen(glyphs)
    glyphs["zero"].draw(record)
    pen = TTGlyphPen(None)
    aside = round((width - own) / 2) if width else 0
    record.replay(TransformPen(pen, (scale, 0, 0, scale, aside, 0)))
    return pen.glyph(), width or own


def width_at(font, name, weight):
    """Advance width of a glyph at one weight."""
    return font.getGlyphSet(location={"wght": weight})[name].width


def points(glyph, width):
    """The points of an outline and its four phantom points."""
    return [*glyph.coordinates, (0, 0), (width, 0), (0, 0), (0, 0)]


def put_plain_zero(font, name, slashed, is_as_wide):
    """Replaces a slashed zero with the plain one, and keeps the slashed one as `slashed`."""
    scale = font["head"].unitsPerEm / TTFont(here / "public-sans-zero.woff2")["head"].unitsPerEm
    drawings = {
        w: plain_zero(w, scale, round(width_at(font, name, w)) if is_as_wide else None)
        for w in (lightest, middle, boldest)
    }
    glyph, width = drawings[lightest]
    normal = points(*drawings[lightest])

    font.setGlyphOrder([*font.getGlyphOrder(), slashed])
    glyf, gvar, hmtx = font["glyf"], font["gvar"], font["hmtx"]
    glyf.glyphOrder = font.getGlyphOrder()
    glyf[slashed], glyf[name] = glyf[name], glyph
    hmtx[slashed] = hmtx[name]
    glyph.recalcBounds(glyf)
    hmtx[name] = (width, glyph.xMin)
    gvar.variations[slashed] = gvar.variations[name]

    def change(weight):
        return [
            (x - a, y - b) for (x, y), (a, b) in zip(points(*drawings[weight]), normal, strict=True)
        ]

    # Between these three weights the outline is interpolated linearly.
    peak = font["avar"].segments["wght"][(middle - lightest) / (boldest - lightest)]
    gvar.variations[name] = [
        TupleVariation({"wght": (0.0, peak, 1.0)}, change(middle)),
        TupleVariation({"wght": (peak, 1.0, 1.0)}, change(boldest)),
    ]


def add_feature(font):
    """The standard feature `zero`: substitutes the slashed zero for the plain one."""
    gsub = font["GSUB"].table
    single = otTables.SingleSubst()
    single.mapping = dict(zeros)
    lookup = otTables.Lookup()
    lookup.LookupType, lookup.LookupFlag, lookup.SubTable = 1, 0, [single]
    lookup.SubTableCount = 1
    gsub.LookupList.Lookup.append(lookup)
    record = otTables.FeatureRecord()
    record.FeatureTag = "zero"
    record.Feature = otTables.Feature()
    record.Feature.FeatureParams = None
    record.Feature.LookupListIndex = [len(gsub.LookupList.Lookup) - 1]
    records = gsub.FeatureList.FeatureRecord
    records.append(record)
    number = len(records) - 1
    for script in gsub.ScriptList.ScriptRecord:
        systems = [script.Script.DefaultLangSys]
        systems += [one.LangSys for one in script.Script.LangSysRecord]
        for system in systems:
            if system:
                system.FeatureIndex.append(number)
    # Feature lookup is a binary search, so records must be sorted by tag.
    new = sorted(range(len(records)), key=lambda i: records[i].FeatureTag)
    place = {old: at for at, old in enumerate(new)}
    gsub.FeatureList.FeatureRecord = [records[i] for i in new]
    for script in gsub.ScriptList.ScriptRecord:
        systems = [script.Script.DefaultLangSys]
        systems += [one.LangSys for one in script.Script.LangSysRecord]
        for system in systems:
            if system:
                system.FeatureIndex = sorted(place[i] for i in system.FeatureIndex)


font = TTFont(latin)
options = Options(
    layout_features=["ccmp", "locl", "kern", "mark", "mkmk", "tnum"],
    name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 256, 257, 258, 259, 260, 261, 262, 263, 264],
    notdef_outline=True,
    glyph_names=True,
)
subsetter = Subsetter(options)
subsetter.populate(unicodes=font.getBestCmap().keys())
subsetter.subset(font)
font = instancer.instantiateVariableFont(font, {"wght": (lightest, lightest, boldest)})
for name, slashed in zeros.items():
    put_plain_zero(font, name, slashed, is_as_wide=name.endswith(".tf"))
add_feature(font)
del font["HVAR"]
hvar.add_HVAR(font)
font["post"].formatType = 3.0
font["name"].setName(
    "Atkinson Hyperlegible Next with the zero of Public Sans", 10, 3, 1, 0x409
)
font.flavor = "woff2"
out = root / "src/platform/site/ui/fonts/house.woff2"
font.save(out)
print(out.stat().st_size, "bytes")
