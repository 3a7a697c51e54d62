import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '@mimic/engine/catalog'
import { compareWithKept, pictureTolerance } from '../support/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/stagePage.ts'

const golden = resolve(import.meta.dirname, 'golden/components')

let host: StagePageHost
beforeAll(async () => { host = await openStagePage() })
afterAll(async () => { await host.close() })

/** From far away, as drawn, and close. */
const zooms = [0.4, 1, 1.6] as const

describe.each(catalog.list.map(({ type }) => type))('%s', (type) => {
  it.each(zooms)('looks as kept in all its states at zoom %s', async (zoom) => {
    const size = await host.page.evaluate((name, scale) => window.stagePage.openType(name, scale), type, zoom)
    const clip = { x: 0, y: 0, width: Math.min(1600, size.width), height: Math.min(900, size.height) }
    const share = await compareWithKept(await host.shoot(1000, clip), resolve(golden, `${type}-${zoom}.png`))
    await host.page.evaluate(() => { window.stagePage.close() })
    expect(share).toBeLessThanOrEqual(pictureTolerance)
  })
})
