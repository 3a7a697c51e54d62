import { Application } from 'pixi.js'
import {
  catalog,
  createRunner,
  createStage,
  createTree,
  DrawingDocument,
  newDrawing,
  quality,
  TagTable,
} from '@mimic/engine'
import { makeComponent, ranksBetween, type Via } from '@mimic/engine/document'

const ranks = ranksBetween(null, null, 3)
const bound = (prop: string, via: Via = { kind: 'value' }) => [{ prop, tag: 'plant/tank-1/level', via }]
const components = [
  makeComponent({
    type: 'tank',
    name: 'Tank 1',
    rank: ranks[0] ?? '',
    x: 80,
    y: 60,
    width: 200,
    height: 260,
    bindings: bound('value'),
  }),
  makeComponent({
    type: 'gauge',
    name: 'Level',
    rank: ranks[1] ?? '',
    x: 340,
    y: 60,
    width: 200,
    height: 200,
    bindings: bound('value'),
  }),
  makeComponent({
    type: 'text',
    name: 'State',
    rank: ranks[2] ?? '',
    x: 340,
    y: 280,
    width: 200,
    height: 40,
    props: { fontSize: 20, align: 'center' },
    bindings: bound('text', { kind: 'expression', source: 'mapBands(value, 10, "empty", 90, "filling", "full")' }),
  }),
]

const app = new Application()
await app.init({ width: 640, height: 400, preference: 'webgl', autoStart: false, background: '#e8ebee' })
document.body.append(app.canvas)
const drawing = new DrawingDocument({
  ...newDrawing('Tank'),
  layer: { ...newDrawing().layer, width: 620, height: 380 },
  components,
})
const tags = new TagTable()
const stage = createStage(app, drawing, { catalog, pan: 'drag' })
createTree(stage, drawing, catalog, { language: 'en', runner: createRunner(stage, drawing, tags, catalog) })

setInterval(() => {
  tags.write(tags.indexOf('plant/tank-1/level'), 50 + 50 * Math.sin(Date.now() / 2000), quality.good, Date.now())
}, 100)
