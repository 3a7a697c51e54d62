import { expect, test } from 'vitest'
import { editions, themes } from '../stores/session/preferences.ts'
import { getPalette } from './palette.ts'

const variants = themes.flatMap((theme) => [null, ...editions].map((edition) => ({ theme, edition })))
/** WCAG 2.2 minimum contrast of text and of the edges of controls. */
const [readable, visible] = [4.5, 3]

test.each(variants)(
  'floating elements stand out from the page, and their text is readable: $theme, $edition',
  ({ theme, edition }) => {
    const {
      elevated,
      elevatedRaised,
      accentElevated,
      edge,
      ground,
      surface,
      ink,
      inkSoft,
      inkFaint,
      accent,
      good,
      warning,
      alarm,
      stale,
    } = getPalette(theme, edition)
    expect(
      [ink, inkSoft, inkFaint, accent, good, warning, alarm, stale].filter(
        (text) => contrast(text, elevated) < readable,
      ),
    ).toEqual([])
    expect([ink, inkSoft].filter((text) => contrast(text, elevatedRaised) < readable)).toEqual([])
    expect(contrast(ink, accentElevated)).toBeGreaterThan(readable)
    if (theme === 'light') return
    // The light theme marks elevation by shadow, the dark theme by a lighter surface and an edge.
    for (const behind of [ground, surface])
      expect([contrast(elevated, behind) > 1.15, contrast(edge, behind) > visible]).toEqual([true, true])
    expect(contrast(accentElevated, elevated)).toBeGreaterThan(1.35)
  },
)

/** WCAG contrast ratio, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
