import { expect, it } from 'vitest'
import { palettes, getSections } from './entries.ts'
import { entryPicture } from './entryPicture.ts'

const entries = palettes.flatMap((palette) => getSections(palette, '')).flatMap((shelf) => shelf.entries)

it('renders components that follow the page in the theme of the page, and all others the same in every theme', () => {
  const following = entries.filter(({ type }) => type.followsPage !== undefined)
  expect(following.length).toBeGreaterThan(100)
  const some = [...following.slice(0, 12), ...entries.filter(({ type }) => type.followsPage === undefined).slice(0, 12)]
  for (const entry of some)
    expect([entry.key, entryPicture(entry, 'vivid', 'en') !== entryPicture(entry, 'muted', 'en')]).toEqual([
      entry.key,
      entry.type.followsPage !== undefined,
    ])
  // Cached pictures remain specific to their theme.
  for (const entry of some)
    expect(decodeURIComponent(entryPicture(entry, 'muted', 'en'))).toMatch(/^data:image\/svg\+xml,<svg/)
})

it('shows the initial text of a component in the toolbox', () => {
  const button = entries.find(({ key }) => key === 'button')
  const texts = (['en', 'zh'] as const).map((language) =>
    decodeURIComponent(button ? entryPicture(button, 'muted', language) : '')
      .replaceAll(/<[^>]*>/g, ' ')
      .trim(),
  )
  expect(texts).toEqual([expect.stringContaining('Button'), expect.stringContaining('按钮')])
})
