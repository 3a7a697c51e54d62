import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '@mimic/engine/catalog'
import { count } from '../support/counts.ts'
import { differingCells, type PictureSheet } from '../support/browser/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

const golden = resolve(import.meta.dirname, 'golden')
const library = resolve(import.meta.dirname, '../../engine/components/symbol/library')

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  await host.close()
})

/** Zoomed out, original size, and in the full run zoomed in, which takes most of the time. */
const allZooms = [0.4, 1, 1.6] as const
const isUpdate = process.env['UPDATE_PICTURES'] === '1'
const zooms = isUpdate ? allZooms : allZooms.slice(0, count({ daily: 2, full: allZooms.length }))
const extent = zooms.length < allZooms.length ? 'top' : 'all'

it.each(catalog.list.map(({ type }) => type))(
  '%s matches its stored pictures in all its states, at each zoom',
  async (type) => {
    expect(
      await differingCells(await openSheets('type', type), resolve(golden, `components/${type}.png`), extent),
    ).toEqual([])
  },
)

const modules = readdirSync(library)
  .filter((file) => file !== 'index.ts')
  .map((file) => file.replace('.ts', ''))

it.each(modules)('the symbols of %s look as kept in all their states and both looks, at each zoom', async (module) => {
  expect(
    await differingCells(await openSheets('symbols', module), resolve(golden, `symbols/${module}.png`), extent),
  ).toEqual([])
})

async function openSheets(kind: 'type' | 'symbols', name: string): Promise<readonly PictureSheet[]> {
  const sheets: PictureSheet[] = []
  for (const zoom of zooms) {
    const { cells, ...size } = await host.page.evaluate(
      (of, called, scale) => window.stagePage.openSheet(of, called, scale),
      kind,
      name,
      zoom,
    )
    await host.page.setViewport(size)
    const picture = await host.shoot()
    await host.page.evaluate(() => {
      window.stagePage.close()
    })
    sheets.push({ picture, cells: cells.map((cell) => ({ ...cell, name: `${cell.name} at ${zoom}` })) })
  }
  return sheets
}
