import { Meta2d } from '@meta2d/core'
import type { Pen } from '@meta2d/core'

/** Drawings created with the public API of @meta2d/core. Run in a browser by `writeCorpus.ts`. */
const drawings: Readonly<Record<string, (engine: Meta2d) => Promise<void>>> = {
  async shapes(engine) {
    const names = [
      'rectangle',
      'square',
      'circle',
      'triangle',
      'diamond',
      'pentagon',
      'pentagram',
      'hexagon',
      'rightArrow',
      'leftArrow',
      'twowayArrow',
      'message',
      'file',
      'cube',
      'cloud',
      'people',
      'mindNode',
      'mindNode2',
    ]
    await engine.addPens(
      names.map((name, i): Pen => ({
        id: `s${i}`,
        name,
        x: 40 + (i % 6) * 180,
        y: 40 + Math.floor(i / 6) * 130,
        width: 120,
        height: 80,
        background: '#dfe3e7',
        color: '#59636d',
        lineWidth: 1 + (i % 3),
        rotate: i * 7,
        text: i % 2 === 0 ? `No. ${i}` : '',
      })),
    )
    await engine.addPens([
      {
        id: 'round',
        name: 'rectangle',
        x: 40,
        y: 460,
        width: 160,
        height: 80,
        borderRadius: 0.2,
        lineDash: [5, 5],
        globalAlpha: 0.5,
        locked: 10,
        title: 'Locked',
      },
      {
        id: 'hidden',
        name: 'circle',
        x: 240,
        y: 460,
        width: 80,
        height: 80,
        visible: false,
        background: 'rgba(255, 0, 0, 0.5)',
      },
      { id: 'thick', name: 'rectangle', x: 360, y: 460, width: 100, height: 80, lineWidth: 10, color: '#2f363d' },
      {
        id: 'linear',
        name: 'rectangle',
        x: 500,
        y: 460,
        width: 100,
        height: 80,
        bkType: 1,
        gradientColors: 'linear-gradient(90deg,#ff0000ff 0%,#0000ffff 100%)',
      },
      {
        id: 'radial',
        name: 'circle',
        x: 640,
        y: 460,
        width: 80,
        height: 80,
        bkType: 2,
        gradientColors: 'linear-gradient(0deg,#ffffffff 0%,#7d9bb3ff 50%,#123456ff 100%)',
      },
      {
        id: 'words',
        name: 'text',
        x: 760,
        y: 460,
        width: 200,
        height: 40,
        text: 'Pump 水泵 1',
        fontSize: 20,
        fontWeight: 'bold',
        textAlign: 'left',
        textBaseline: 'top',
        textColor: '#c77700',
      },
      { id: 'picture', name: 'image', x: 1000, y: 460, width: 80, height: 80, image: '/img/pump.png' },
      { id: 'script', name: 'image', x: 1100, y: 460, width: 80, height: 80, image: 'javascript:alert(1)' },
      {
        id: 'path',
        name: 'svgPath',
        x: 40,
        y: 580,
        width: 120,
        height: 60,
        background: '#b9c0c7',
        path: 'M0 0 L40 0 L40 40 Z M60 0 C80 0 80 40 60 40 Z',
      },
      {
        id: 'shaded',
        name: 'rectangle',
        x: 200,
        y: 580,
        width: 100,
        height: 60,
        shadowColor: '#00000080',
        shadowOffsetX: 3,
        shadowOffsetY: 4,
        flipX: true,
      },
      {
        id: 'level',
        name: 'rectangle',
        x: 360,
        y: 580,
        width: 60,
        height: 90,
        progress: 0.4,
        verticalProgress: true,
        progressColor: '#7d9bb3',
      },
      { id: 'chart', name: 'echarts', x: 500, y: 580, width: 200, height: 120 },
    ])
  },
  async lines(engine) {
    const anchors = [
      { id: '1', x: 0, y: 0 },
      { id: '2', x: 0.5, y: 0.2 },
      { id: '3', x: 1, y: 1 },
    ]
    for (const [i, lineName] of ['line', 'polyline', 'curve', 'mind'].entries()) {
      const pen = engine.addPenSync({
        id: lineName,
        name: 'line',
        lineName,
        type: 1,
        x: 100 + i * 200,
        y: 100,
        width: 120,
        height: 80,
        anchors: anchors.map((anchor) => ({ ...anchor })),
        color: '#59636d',
        lineWidth: 2,
        toArrow: 'triangle',
        ...(i === 1 ? { fromArrow: 'diamond' } : {}),
      })
      if (i > 0) engine.updateLineType(pen, lineName)
    }
    engine.addPenSync({
      id: 'turned',
      name: 'line',
      lineName: 'line',
      type: 1,
      x: 100,
      y: 300,
      width: 100,
      height: 0,
      rotate: 30,
      anchors: [
        { id: '1', x: 0, y: 0 },
        { id: '2', x: 1, y: 0 },
      ],
      lineDash: [2, 2],
    })
    engine.addPenSync({
      id: 'closed',
      name: 'line',
      lineName: 'line',
      type: 1,
      close: true,
      x: 300,
      y: 300,
      width: 100,
      height: 80,
      background: '#e2b9b2',
      anchors: [
        { id: '1', x: 0, y: 1 },
        { id: '2', x: 0.5, y: 0 },
        { id: '3', x: 1, y: 1 },
      ],
    })
    engine.addPenSync({
      id: 'flow',
      name: 'line',
      lineName: 'line',
      type: 1,
      x: 500,
      y: 300,
      width: 200,
      height: 60,
      lineWidth: 8,
      autoPlay: true,
      lineAnimateType: 0,
      animateColor: '#30eedc',
      animateReverse: true,
      anchors: [
        { id: '1', x: 0, y: 0 },
        { id: '2', x: 1, y: 0 },
        { id: '3', x: 1, y: 1 },
      ],
    })
  },
  async groups(engine) {
    await engine.addPens([
      { id: 'a', name: 'rectangle', x: 100, y: 100, width: 100, height: 50, rotate: 20, background: '#b9c0c7' },
      { id: 'b', name: 'circle', x: 250, y: 120, width: 60, height: 60, background: '#7d9bb3' },
      { id: 'c', name: 'triangle', x: 400, y: 120, width: 60, height: 80, flipY: true, text: 'C' },
    ])
    engine.combine([...engine.find('a'), ...engine.find('b')])
    const [inner] = engine.find('a')
    const [parent] = engine.find(inner.parentId ?? '')
    engine.combine([parent, ...engine.find('c')])
    await engine.addPens([
      {
        id: 'm',
        name: 'combine',
        x: 600,
        y: 100,
        width: 200,
        height: 100,
        rotate: 30,
        flipX: true,
        children: ['m1', 'm2'],
      },
      { id: 'm1', parentId: 'm', name: 'rightArrow', x: 0, y: 0, width: 0.25, height: 0.5, background: '#d92d20' },
      { id: 'm2', parentId: 'm', name: 'rectangle', x: 0.5, y: 0.5, width: 0.5, height: 0.5, rotate: 45 },
      {
        id: 'state',
        name: 'combine',
        x: 900,
        y: 100,
        width: 80,
        height: 80,
        showChild: 1,
        children: ['off', 'on'],
        realTimes: [{ key: 'showChild', bind: { id: 'pump-01/run' } }],
      },
      { id: 'off', parentId: 'state', name: 'circle', x: 0, y: 0, width: 1, height: 1, background: '#87919a' },
      { id: 'on', parentId: 'state', name: 'circle', x: 0, y: 0, width: 1, height: 1, background: '#ffffff' },
    ])
    engine.scale(2, { x: 100, y: 50 })
    engine.translate(30, 40)
  },
  async live(engine) {
    const pen = (id: string, i: number, rest: Pen): Pen => ({
      id,
      name: 'rectangle',
      x: 40 + i * 150,
      y: 40,
      width: 100,
      height: 60,
      ...rest,
    })
    await engine.addPens([
      pen('turns', 0, { frames: [{ duration: 2000, rotate: 360 }], autoPlay: true, animateCycle: 0 }),
      pen('blinks', 1, {
        frames: [
          { duration: 500, globalAlpha: 0.1 },
          { duration: 500, globalAlpha: 1 },
        ],
        autoPlay: true,
      }),
      pen('hides', 2, {
        animations: [
          {
            name: 'Hide',
            frames: [
              { duration: 400, visible: false },
              { duration: 400, visible: true },
            ],
          },
          { name: 'Second', frames: [{ duration: 100, rotate: 90 }] },
        ],
      }),
      pen('slides', 3, { frames: [{ duration: 800, x: 20, y: -10 }], autoPlay: true }),
      pen('grows', 4, { frames: [{ duration: 800, scale: 1.2 }], autoPlay: true }),
      pen('value', 5, {
        name: 'text',
        text: '0.0',
        keepDecimal: 1,
        realTimes: [{ key: 'text', label: 'Level', bind: { id: 'tank-01/level' } }],
      }),
      pen('alarm', 6, {
        realTimes: [
          {
            key: 'background',
            deviceId: 'tank-01',
            propertyId: 'level',
            triggers: [
              {
                name: 'high',
                conditionType: 'and',
                conditions: [{ operator: '>', valueType: '', value: '90' }],
                actions: [{ name: 'click', action: 1, params: '', value: { background: '#d92d20' } }],
              },
              {
                name: 'fair',
                conditionType: 'and',
                conditions: [
                  { operator: '>=', valueType: '', value: '10' },
                  { operator: '<=', valueType: '', value: '90' },
                ],
                actions: [{ name: 'click', action: 1, value: { background: '#b9c0c7', visible: true } }],
              },
              {
                name: 'else',
                conditions: [{ operator: '=', target: 'other', value: '1' }],
                actions: [{ name: 'click', action: 1, value: { text: 'x' } }],
              },
            ],
          },
        ],
      }),
      pen('old', 7, {
        form: [
          { key: 'progress', dataIds: { dataId: '液位', name: 'Level' } },
          { key: 'filter', dataIds: { dataId: 'x', name: 'x' } },
        ],
        progress: 0.5,
      }),
      {
        id: 'moves',
        name: 'circle',
        x: 40,
        y: 200,
        width: 60,
        height: 60,
        realTimes: [
          { key: 'x', bind: { id: 'crane/x' } },
          { key: 'rotate', bind: { id: 'crane/angle' } },
        ],
      },
      pen('opens', 1, {
        y: 200,
        events: [
          { name: 'click', action: 0, value: 'https://example.org/help', params: '_blank' },
          { name: 'dblclick', action: 0, value: 'https://example.org' },
        ],
      }),
      pen('goes', 2, { y: 200, events: [{ name: 'click', action: 13, value: 'pump-house-2' }] }),
      pen('asks', 3, {
        y: 200,
        events: [
          { name: 'click', action: 14, value: 'Help', params: '/help.html', extend: { width: 400, height: 300 } },
        ],
      }),
      pen('sends', 4, {
        y: 200,
        events: [{ name: 'click', action: 12, value: '', data: [{ prop: 'pump-01/start', key: 'start', value: '1' }] }],
      }),
      pen('runs', 5, { y: 200, events: [{ name: 'click', action: 5, value: 'alert(1)' }] }),
      pen('minds', 6, {
        y: 200,
        events: [
          {
            name: 'click',
            action: 0,
            value: 'https://example.org',
            where: { type: 'comparison', key: 'text', comparison: '=', value: '1' },
          },
        ],
      }),
      pen('evil', 7, { y: 200, events: [{ name: 'click', action: 0, value: 'javascript:alert(1)' }] }),
    ])
  },
}

const sizes: Readonly<Record<string, object>> = {
  shapes: { width: 1280, height: 720, background: '#f5f6f8', name: 'Shapes' },
  live: { width: 1280, height: 720, websocket: 'ws://127.0.0.1/none', name: 'Live' },
}

/** Serializes each drawing with the engine's `data()`. */
async function writeAll(): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {}
  for (const [name, make] of Object.entries(drawings)) {
    const box = document.createElement('div')
    Object.assign(box.style, { width: '1280px', height: '720px' })
    document.body.replaceChildren(box)
    const engine = new Meta2d(box, { disableAnchor: false })
    engine.open({ pens: [], x: 0, y: 0, scale: 1, origin: { x: 0, y: 0 }, center: { x: 0, y: 0 }, ...sizes[name] })
    await make(engine)
    texts[name] = JSON.stringify(engine.data())
    engine.destroy()
  }
  return texts
}

Object.assign(window, { writeAll })
