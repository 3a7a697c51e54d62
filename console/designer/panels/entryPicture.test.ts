import { expect, it } from 'vitest'
import { palettes, shelvesOf } from './entries.ts'
import { entryPicture } from './entryPicture.ts'

const entries = palettes.flatMap((palette) => shelvesOf(palette, '')).flatMap((shelf) => shelf.entries)

it('shows what follows the page in the theme of the page, and all else alike', () => {
  const following = entries.filter(({ type }) => type.followsPage !== undefined)
  expect(following.length).toBeGreaterThan(100)
  const some = [...following.slice(0, 12), ...entries.filter(({ type }) => type.followsPage === undefined).slice(0, 12)]
  for (const entry of some) expect([entry.key, entryPicture(entry, 'vivid') !== entryPicture(entry, 'muted')]).toEqual([entry.key, entry.type.followsPage !== undefined])
  // Asked again, each theme is still its own.
  for (const entry of some) expect(decodeURIComponent(entryPicture(entry, 'muted'))).toMatch(/^data:image\/svg\+xml,<svg/)
})
