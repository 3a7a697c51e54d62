import { describe, expect, it } from 'vitest'
import type { QueuedMessage } from './queue.ts'
import { compileBody, compileHeader, compileUrl, renderDefaultBody } from './render.ts'

const create = (values: Readonly<Record<string, unknown>>, payload = '{"v":1}'): QueuedMessage => ({
  row: '1',
  id: 'm1',
  message: { topic: 'a/b', payload, project: 'street', device: 'pole-1', at: 0, values },
})

describe('templates of a bridge', () => {
  it('a value cannot change the structure of a JSON body', () => {
    const { isJson, render } = compileBody('{"a":"x ${v} y","b":${v},"c":${payload},"d":"${payload}"}')
    expect(isJson).toBe(true)
    for (const v of ['","admin":true,"z":"', '\\', '\n', '"', '}', 'a\u0000b']) {
      const payload = `{"v":${JSON.stringify(v)}}`
      expect(JSON.parse(render(create({ v }, payload)))).toEqual({ a: `x ${v} y`, b: v, c: { v }, d: payload })
    }
  })
  it('inserts numbers, objects and missing values as JSON, and a payload that is not JSON as text', () => {
    const { render } = compileBody('[${n},${o},${missing},${payload}]')
    expect(JSON.parse(render(create({ n: 1.5, o: { a: [1] } }, 'plain')))).toEqual([1.5, { a: [1] }, null, 'plain'])
  })
  it('treats a body that is no JSON as text', () => {
    const { isJson, render } = compileBody('${device}: ${n}')
    expect([isJson, render(create({ n: 2 }))]).toEqual([false, 'pole-1: 2'])
  })
  it('a value cannot leave its place in an address or a header', () => {
    expect(compileUrl('https://h/in/${v}?a=${v}')(create({ v: '../x?y=1&z#@' }))).toBe(
      'https://h/in/..%2Fx%3Fy%3D1%26z%23%40?a=..%2Fx%3Fy%3D1%26z%23%40',
    )
    expect(compileHeader('v ${v}')(create({ v: 'a\r\nx-admin: 1灯' }))).toBe('v a??x-admin: 1?')
  })
  it('values of a script replace the built-in ones', () => {
    expect(
      compileBody('${device} ${serialNumber} ${topic} ${time} ${messageId}').render(create({ topic: 'mine' })),
    ).toBe('pole-1 pole-1 mine 1970-01-01T00:00:00.000Z m1')
  })
  it('the default body contains everything', () => {
    expect(JSON.parse(renderDefaultBody(create({ a: 1 })))).toEqual({
      messageId: 'm1',
      topic: 'a/b',
      project: 'street',
      device: 'pole-1',
      at: 0,
      time: '1970-01-01T00:00:00.000Z',
      values: { a: 1 },
      payload: '{"v":1}',
    })
  })
})
