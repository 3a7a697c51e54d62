import { makeComponent, newDrawing, writeDrawing } from '@mimic/engine/document'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStagePage, type StagePageHost } from '../support/stagePage.ts'

let host: StagePageHost
beforeAll(async () => { host = await openStagePage() })
afterAll(async () => { await host.close() })

it('hits what is seen where it is seen, follows a group’s live values, and paints an edited shadow', async () => {
  expect(await host.page.evaluate(() => window.stagePage.live())).toEqual({
    'inside an area': 'polygon', 'beside an area': 'nothing',
    'where it was drawn': 'nothing', 'where it is now': 'left',
    'of a hidden group': [false, false],
    'of a moved group': [300, 'left', 'nothing'],
    'given back': ['left', 100],
    'slid away, then stopped': ['nothing', 'right', 'right', 'nothing'],
  })
  const { data } = PNG.sync.read(Buffer.from(await host.shoot()))
  let red = 0
  for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] < 60 && data[i + 2] < 60) red++
  expect(red).toBeGreaterThan(200)
})

it('is dragged and zoomed past pixi, again and again from where it has come, and looks as through pixi', async () => {
  const components = [makeComponent({ type: 'rect', x: 700, y: 400, width: 90, height: 60, props: { backgroundColor: '#ff0000', borderWidth: 0 } })]
  await host.open(writeDrawing({ ...newDrawing('one'), components }))
  const start = redCorner(await host.shoot())
  await drag([1500, 850], [700, 450])
  await drag([100, 100], [500, 300])
  expect(redCorner(await host.shoot())).toEqual([start[0] - 400, start[1] - 200])
  await host.page.mouse.move(250, 150)
  await host.page.mouse.wheel({ deltaY: -300 })
  await drag([60, 60], [300, 400])
  const straight = PNG.sync.read(Buffer.from(await host.shoot()))
  await host.page.evaluate(() => {
    window.stagePage.resize(1598, 900)
    window.stagePage.frame(1000)
    window.stagePage.resize(1600, 900)
  })
  expect(redCorner(await host.shoot())).not.toEqual(start)
  expect(PNG.sync.read(Buffer.from(await host.shoot())).data.equals(straight.data)).toBe(true)
})

async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { mouse } = host.page
  const steps = 4
  await mouse.move(...from)
  await mouse.down()
  for (let step = 1; step <= steps; step++) {
    await mouse.move(from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps)
    await host.page.evaluate(() => { window.stagePage.frame(1000) })
  }
  await mouse.up()
}

/** The first red pixel of a picture. */
function redCorner(png: Uint8Array): readonly [number, number] {
  const { data, width } = PNG.sync.read(Buffer.from(png))
  for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] < 60 && data[i + 2] < 60) return [(i / 4) % width, Math.floor(i / 4 / width)]
  throw new Error('there is no red in the picture')
}
