import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareWithGolden } from '../support/browser/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'
import type { Sent } from './page/page.ts'

const samples = resolve(import.meta.dirname, '../../public/samples')
const golden = resolve(import.meta.dirname, 'golden')

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  await host.close()
})

/** Deterministic values that differ between tags. */
function createValues(tags: readonly string[], quality: 0 | 3): Sent[] {
  return tags.map((tag) => [tag, createValue(tag), quality])
}

function createValue(tag: string): number {
  let hash = 7
  for (const character of tag) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973
  const point = tag.split('/').at(-1) ?? ''
  if (point === '$state') return 3
  if (/^(lamp|running|open|online|doorOpen|state|direction)$/.test(point)) return hash % 3 === 0 ? 0 : 1
  if (/voltage/.test(point)) return 220 + (hash % 150) / 10
  return 15 + (hash % 700) / 10
}

const drawings = readdirSync(samples).filter((file) => file.endsWith('.json'))

it('there are at least three samples', () => expect(drawings.length).toBeGreaterThanOrEqual(3))

describe.each(drawings)('%s', (file) => {
  const { drawing } = JSON.parse(readFileSync(resolve(samples, file), 'utf8')) as { drawing: unknown }
  const name = file.replace('.json', '')

  it.each([
    ['live', 0],
    ['stale', 3],
  ] as const)('matches its stored pictures when its values are %s', async (state, quality) => {
    const needed = await host.open(JSON.stringify(drawing))
    await host.write(createValues(needed, quality))
    const changes = await compareWithGolden(await host.shoot(), resolve(golden, `${name}-${state}.png`))
    await host.page.evaluate(() => {
      window.stagePage.close()
    })
    expect(changes).toEqual([])
  })
})
