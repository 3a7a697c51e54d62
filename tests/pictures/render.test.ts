import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureDifference } from '../support/browser/pictures.ts'
import { openStagePage, type StagePageHost } from '../support/browser/stagePage.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimic-render-'))
let host: StagePageHost
beforeAll(async () => {
  host = await openStagePage()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await host.close()
})

/** A browser's rasterizer and the shader antialias edges differently. */
const writersDiffer = 0.003

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const filled = (backgroundColor: string, more: object = {}) => ({ backgroundColor, borderWidth: 0, ...more })
const border = { borderWidth: 6, borderColor: '#203040ff' }
/** A plate with a hole, as one outline. */
const washer = [0, 0, 1, 0, 1, 1, 0.7, 0.7, 0.7, 0.3, 0.3, 0.3, 0.3, 0.7, 0.7, 0.7, 1, 1, 0, 1]

const pump = {
  id: 'pump',
  name: 'Pump',
  width: 160,
  height: 120,
  params: [{ name: 'paint', kind: 'color', default: '#7d9bb3ff' }],
  paramProps: { body: { backgroundColor: 'paint' } },
  components: [
    { id: 'body', type: 'circular', name: 'body', ...box(10, 10, 100, 100), props: filled('#7d9bb3ff', border) },
    {
      id: 'arm',
      type: 'rect',
      name: 'arm',
      ...box(80, 20, 80, 24),
      angleDeg: 20,
      props: filled('linear(90,#ffffffff,#305070ff)'),
    },
    { id: 'tip', type: 'triangle', name: 'tip', ...box(40, 30, 40, 50), angleDeg: 90, props: filled('#d92d20cc') },
  ],
}
const instance = (id: string, place: object, more: object = {}) => ({
  id,
  type: 'group',
  name: id,
  ...box(0, 0, 1, 1),
  link: {
    symbol: 'pump',
    place: { angleDeg: 0, flipX: false, flipY: false, ...place },
    params: {},
    overrides: {},
    ...more,
  },
})

const drawing = {
  version: 3,
  name: 'Writers',
  layer: { width: 1600, height: 900, backColor: '#f5f6f8' },
  symbols: [pump],
  components: [
    {
      id: 'plate',
      type: 'rect',
      name: 'plate',
      ...box(40, 40, 200, 140),
      props: filled('linear(30,#d92d20ff,#2050d9ff)', { ...border, radius: 24 }),
    },
    {
      id: 'ball',
      type: 'circular',
      name: 'ball',
      ...box(280, 40, 200, 140),
      angleDeg: 30,
      props: filled('radial(#ffffffff,#50708fff)', border),
    },
    {
      id: 'wedge',
      type: 'triangle',
      name: 'wedge',
      ...box(520, 40, 140, 140),
      flipY: true,
      props: filled('linear(45,#f0c040ff,#a04020ff)', border),
    },
    {
      id: 'washer',
      type: 'polygon',
      name: 'washer',
      ...box(720, 40, 180, 140),
      angleDeg: 15,
      props: filled('linear(0,#e0e0e0ff,#606060ff)', { points: washer }),
    },
    {
      id: 'faint',
      type: 'rect',
      name: 'faint',
      ...box(960, 40, 180, 140),
      opacity: 0.5,
      props: filled('#305070ff', border),
    },
    {
      id: 'dashes',
      type: 'rect',
      name: 'dashes',
      ...box(1200, 40, 180, 140),
      props: filled('#ffffffff', { ...border, borderStyle: 'dashed' }),
    },
    {
      id: 'line',
      type: 'line',
      name: 'line',
      ...box(1420, 40, 140, 140),
      props: { points: [0, 0, 0.5, 1, 1, 0], lineWidth: 8, lineColor: '#607080ff', endArrow: true },
    },

    { id: 'outer', type: 'group', name: 'outer', ...box(40, 240, 400, 260), opacity: 0.6 },
    {
      id: 'under',
      type: 'rect',
      name: 'under',
      parent: 'outer',
      ...box(40, 240, 260, 200),
      props: filled('#2050d9ff'),
    },
    { id: 'inner', type: 'group', name: 'inner', parent: 'outer', ...box(200, 300, 240, 200) },
    {
      id: 'over',
      type: 'circular',
      name: 'over',
      parent: 'inner',
      ...box(200, 300, 240, 200),
      angleDeg: 40,
      flipX: true,
      props: filled('linear(0,#ffffffff,#00a651ff)', border),
    },
    { id: 'hidden', type: 'group', name: 'hidden', ...box(500, 240, 100, 100), visible: false },
    {
      id: 'unseen',
      type: 'rect',
      name: 'unseen',
      parent: 'hidden',
      ...box(500, 240, 100, 100),
      props: filled('#ff00ffff'),
    },

    instance('plain', box(520, 260, 160, 120)),
    instance('stretched', { ...box(740, 240, 320, 140), angleDeg: 25 }),
    instance(
      'mirrored',
      { ...box(1120, 240, 160, 240), flipX: true, angleDeg: 300 },
      { params: { paint: '#00a651ff' } },
    ),
    instance(
      'changed',
      { ...box(1340, 260, 200, 150), flipY: true },
      {
        overrides: {
          arm: { props: { backgroundColor: '#f0c040ff' } },
          tip: { visible: false },
          body: { opacity: 0.4 },
        },
      },
    ),

    { id: 'tank', type: 'tank', name: 'tank', ...box(60, 560, 160, 240), props: { value: 55, showValue: false } },
    {
      id: 'pipe',
      type: 'pipe',
      name: 'pipe',
      ...box(260, 560, 300, 200),
      props: { points: [0, 0, 0.5, 0, 0.5, 1, 1, 1], thickness: 18 },
    },
    {
      id: 'valve',
      type: 'polygon',
      name: 'valve',
      ...box(620, 580, 200, 120),
      props: filled('#7d9bb3ff', { ...border, points: [0, 0, 0.5, 0.5, 1, 0, 1, 1, 0.5, 0.5, 0, 1] }),
    },
    {
      id: 'shaded',
      type: 'rect',
      name: 'shaded',
      ...box(900, 580, 200, 140),
      props: filled('#ffffffff', { radius: 12 }),
      extras: { shadowLength: 16, shadowColor: '#00000066' },
    },
    { id: 'lamp', type: 'lamp', name: 'lamp', ...box(1180, 580, 120, 120), props: { value: 1 } },
    { id: 'gauge', type: 'symbol', name: 'symbol', ...box(1360, 560, 180, 180), angleDeg: 90 },
  ],
}

it('draws groups, instances and gradients on the command line as the stage does', async () => {
  const file = join(folder, 'writers.json')
  writeFileSync(file, JSON.stringify(drawing))
  const render = (...more: readonly string[]) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../../engine/bin/mimic.mjs'), 'render', file, ...more], {
      encoding: 'utf8',
    })
  const { status, stdout, stderr } = render('--svg')
  // The sample contains manually written groups with boxes that ignore rotation. Both writers correct them in the same
  // way.
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^[^\n]*\[drawing\.groupBox\]\n$/)])
  expect(render('--out', join(folder, 'writers.png'))).toMatchObject({ status: 0 })
  await host.open(JSON.stringify(drawing))
  await host.page.evaluate(() => window.stagePage.zoom(1, 800, 450))
  const painted = await host.shoot(0)
  const written = await host.browser.browser.newPage()
  await written.setViewport({ width: 1600, height: 900 })
  await written.setContent(`<style>body{margin:0}</style>${stdout}`)
  const share = await measureDifference(painted, await written.screenshot(), 'tests/.output/render-svg.png')
  await written.close()
  expect(share).toBeLessThanOrEqual(writersDiffer)
  expect(
    await measureDifference(painted, readFileSync(join(folder, 'writers.png')), 'tests/.output/render-png.png'),
  ).toBeLessThanOrEqual(writersDiffer)
})
