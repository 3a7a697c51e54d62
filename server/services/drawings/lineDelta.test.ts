import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, changedLines, diffLines, splitLines, joinLines } from './lineDelta.ts'

const restored = (before: string, after: string): string => {
  const old = splitLines(before)
  // Serialize as for storage, so that the test covers the JSON round trip.
  return joinLines(applyDelta(old, JSON.parse(JSON.stringify(diffLines(old, splitLines(after))))))
}

describe('the delta of two texts', () => {
  const line = fc.oneof(
    fc.constantFrom('', '{', '],', 'same', 'same but longer'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'))

  it('makes the one of the other, to the letter, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(restored(before, after)).toBe(after)
      }),
      { numRuns: 2000 },
    )
  })

  it('restores a text with moved, duplicated, changed and removed lines', () => {
    const change = fc.record({
      at: fc.nat(40),
      to: fc.nat(40),
      kind: fc.constantFrom('move', 'copy', 'remove', 'edit'),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.array(change, { maxLength: 12 }),
        (lines, changes) => {
          const after = [...lines]
          for (const { at, to, kind } of changes) {
            const [copied] =
              kind === 'copy'
                ? after.slice(at % Math.max(1, after.length))
                : after.splice(at % Math.max(1, after.length), 1)
            if (copied === undefined || kind === 'remove') continue
            after.splice(
              to % (after.length + 1),
              0,
              kind === 'edit' ? `${copied.slice(0, 3)}!${copied.slice(4)}` : copied,
            )
          }
          expect(restored(lines.join('\n'), after.join('\n'))).toBe(after.join('\n'))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('stores only the changed part of a line, and nothing for moved lines', () => {
    const old = [
      '{"id":"a","x":10,"props":{"color":"#ff0000"}}',
      '{"id":"b","x":20,"props":{"color":"#00ff00"}}',
      '{"id":"c","x":30,"props":{"color":"#0000ff"}}',
    ]
    const moved = [old[2] ?? '', old[0] ?? '', '{"id":"b","x":25,"props":{"color":"#00ff00"}}']
    const delta = diffLines(old, moved)
    expect(JSON.stringify(delta)).not.toContain('color')
    expect(changedLines(old, delta)).toEqual(['{"id":"b","x":25,"props":{"color":"#00ff00"}}'])
  })

  it('that does not fit is refused', () => {
    expect(() => applyDelta(['one'], [2])).toThrow('does not match')
  })
})
