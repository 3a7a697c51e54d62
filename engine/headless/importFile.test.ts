import { describe, expect, it } from 'vitest'
import { catalog } from '../components/catalog.ts'
import { readDrawing } from '../document/index.ts'
import { drawingFile, run } from './testing/run.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="10" height="10" onclick="x()"/></svg>'

describe('mimic import', () => {
  it('writes a drawing and reports losses with position and reason', async () => {
    const { status, out, messages } = await run({ 'a.svg': svg }, ['import', 'a.svg'])
    expect(status).toBe(1)
    expect(readDrawing(out, catalog).value?.drawing).toMatchObject({
      layer: { width: 100, height: 50 },
      components: [{ width: 10 }],
    })
    expect(messages).toEqual([
      'a.svg: rect:1: lost: onclick: Scripts are not imported [safe.script]',
      'a.svg: 1 components, 0 changed, 1 lost',
    ])
  })

  it('reports imported tags, in Chinese on request', async () => {
    const pens = [
      {
        name: 'text',
        text: '0',
        x: 0,
        y: 0,
        width: 10,
        height: 10,
        realTimes: [{ key: 'text', bind: { id: 'tank/level' } }],
      },
    ]
    const { status, messages } = await run({ a: { pens } }, ['import', 'a', '--lang', 'zh'])
    expect(status).toBe(0)
    expect(messages).toEqual(['a: 点位 imported/tank/level 对应 tank/level，1 处', 'a：1 个组件，0 处改动，0 处丢失'])
  })

  it('reports changes to its own drawings as well, and rejects options meant for other files', async () => {
    const own = { version: 2, layer: {}, components: [{ id: 'a', type: 'warp-core', x: 0, y: 0, width: 1, height: 1 }] }
    const { status, messages } = await run({ a: own }, ['import', 'a'])
    expect([status, messages[0]]).toEqual([0, expect.stringMatching(/changed: .*warp-core.*\[type\.missing\]/)])
    expect([
      (await run({ a: own }, ['import', 'a', '--picture'])).status,
      (await run({ a: svg }, ['import', 'a', '--view', 'x'])).status,
    ]).toEqual([2, 2])
  })

  it('reports each change to its own drawings, and never a corrected box as an error', async () => {
    const box = { x: 0, y: 0, width: 10, height: 10 }
    const symbols = [
      { id: 'pump', name: 'Pump', width: 10, height: 10, params: [], components: [{ id: 'm', type: 'rect', ...box }] },
    ]
    const own = drawingFile(
      [
        { id: 'g', type: 'group', ...box, width: 99 },
        { id: 'm', type: 'rect', parent: 'g', ...box },
        { id: 'i', type: 'group', ...box, link: { symbol: 'pump', params: { ghost: 1 } } },
        { id: 'j', type: 'group', ...box, link: { symbol: 'gone' } },
        { id: 'v', type: 'weather', ...box },
        { id: 'w', type: 'weather', ...box },
      ],
      { symbols },
    )
    const { status, messages } = await run({ a: own }, ['import', 'a', '--lang', 'zh'])
    const found = messages.slice(0, -1).map((line) => /(\p{Script=Han}[^:]*) \[(.*)\]$/u.exec(line)?.slice(1, 3))
    expect([status, found]).toEqual([
      0,
      [
        ['文件中没有该图元：其实例不含成员，或保留为普通组合', 'symbol.unknown'],
        ['实例中与图元不符的参数和修改已省略', 'symbol.unfit'],
        ['组合的边框与其成员不符，已修正', 'group.box'],
        ['一张图纸只能有一个此类组件：已全部保留，请删除多余的组件', 'type.single'],
      ],
    ])
  })

  it('rejects an unknown format with the position', async () => {
    const { status, messages } = await run({ a: '<svg>\n<g>' }, ['import', 'a'])
    expect([status, messages.join()]).toEqual([1, expect.stringMatching(/^a: .*line 2.* \[xml\.unclosed\]$/)])
  })
})
