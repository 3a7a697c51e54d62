import { makeComponent, newDrawing, writeDrawing } from '@mimic/engine/document'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

/** The share of the canvas that a fitted drawing takes. */
const fitted = 0.96

let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  await host.close()
})

it('hits components at their displayed position, follows live values of a group, and paints an edited shadow', async () => {
  expect(await host.page.evaluate(() => window.stagePage.live())).toEqual({
    'inside an area': 'polygon',
    'beside an area': 'nothing',
    'where it was drawn': 'nothing',
    'where it is now': 'left',
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
  const components = [
    makeComponent({
      type: 'rect',
      x: 700,
      y: 400,
      width: 90,
      height: 60,
      props: { backgroundColor: '#ff0000', borderWidth: 0 },
    }),
  ]
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

it('paints a gradient of several colours with each in its place, and drains it where its value is old', async () => {
  const backgroundColor = 'linear(0,#ff0000ff 0,#0000ffff 0.5,#ffff00ff 0.5,#00ff00ff 1)'
  const rect = {
    type: 'rect',
    x: 200,
    y: 300,
    width: 1000,
    height: 200,
    props: { backgroundColor, borderWidth: 0 },
  } as const
  const components = [
    makeComponent(rect),
    makeComponent({ ...rect, y: 600, bindings: [{ prop: 'radius', tag: 'plant/one/corner', via: { kind: 'value' } }] }),
  ]
  await host.open(writeDrawing({ ...newDrawing('gradient'), components }))
  const picture = PNG.sync.read(Buffer.from(await host.shoot()))
  const [live, old] = [400, 700].map((y) => Math.round(y * fitted + (900 * (1 - fitted)) / 2))
  expect([0.01, 0.25, 0.49, 0.51, 0.75, 0.99].map((share) => colorIn(picture, share, live))).toEqual(
    [
      [250, 0, 5],
      [128, 0, 128],
      [5, 0, 250],
      [250, 255, 0],
      [128, 255, 0],
      [5, 255, 0],
    ].map((channels) => channels.map((channel) => expect.toSatisfy((seen: number) => Math.abs(seen - channel) < 8))),
  )
  const [red = 0, green = 0, blue = 0] = colorIn(picture, 0.25, old)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(90)
})

/** Returns the colour in a row of the picture, at a share of the range from 200 to 1200 in drawing units. */
function colorIn({ data, width }: PNG, share: number, row: number): readonly number[] {
  const x = Math.round((200 + 1000 * share) * fitted + (1600 * (1 - fitted)) / 2)
  return [...data.subarray((row * width + x) * 4, (row * width + x) * 4 + 3)]
}

async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { mouse } = host.page
  const steps = 4
  await mouse.move(...from)
  await mouse.down()
  for (let step = 1; step <= steps; step++) {
    await mouse.move(from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps)
    await host.page.evaluate(() => {
      window.stagePage.frame(1000)
    })
  }
  await mouse.up()
}

/** Returns the first red pixel of a picture. */
function redCorner(png: Uint8Array): readonly [number, number] {
  const { data, width } = PNG.sync.read(Buffer.from(png))
  for (let i = 0; i < data.length; i += 4)
    if (data[i] > 200 && data[i + 1] < 60 && data[i + 2] < 60) return [(i / 4) % width, Math.floor(i / 4 / width)]
  throw new Error('there is no red in the picture')
}
