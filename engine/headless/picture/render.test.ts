import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { findWebFont } from './fonts.ts'
import { drawingVersion } from '../../document/index.ts'
import { drawingFile, run } from '../testing/run.ts'

const layer = { backColor: '#ffffff', width: 200, height: 100 }
const tag = 'plant/pump/speed'
const value = { kind: 'value' }

function label(text: string, rest: Readonly<Record<string, unknown>> = {}): unknown {
  return drawingFile(
    [
      {
        id: 'a',
        type: 'text',
        x: 0,
        y: 0,
        width: 200,
        height: 100,
        props: { text, fontSize: 40, fontColor: '#000000' },
        ...rest,
      },
    ],
    { layer },
  )
}

const bound = label('—', { bindings: [{ prop: 'text', tag, via: { kind: 'value', decimals: 1 } }] })

async function svg(file: unknown, ...options: string[]): Promise<string> {
  const { status, out } = await run({ a: file }, ['render', 'a', ...options])
  expect(status).toBe(0)
  return out
}

async function png(file: unknown, ...options: string[]): Promise<PNG> {
  const { status, bytes } = await run({ a: file }, ['render', 'a', '--png', ...options])
  expect(status).toBe(0)
  return PNG.sync.read(Buffer.from(bytes))
}

/** Share of pixels that are not white. */
function ink({ data }: PNG): number {
  let dark = 0
  for (let at = 0; at < data.length; at += 4)
    if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 700) dark++
  return dark / (data.length / 4)
}

function pixel({ data, width }: PNG, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
}

const sum = ({ data }: PNG): string => createHash('sha256').update(data).digest('hex')

describe('render as SVG', () => {
  it('draws the known parts of a drawing of a newer version, with warnings on stderr', async () => {
    const later = { ...Object(label('Later')), version: drawingVersion + 1, fog: 1 }
    const { status, out, messages } = await run({ a: later }, ['render', 'a'])
    expect([status, out.includes('Later')]).toEqual([0, true])
    expect(messages).toEqual([
      expect.stringMatching(/warning: version: .*\[drawing\.newer\]$/),
      expect.stringMatching(/warning: fog: .*\[drawing\.leftOut\]$/),
    ])
    const checked = await run({ a: later }, ['validate', 'a'])
    expect([checked.status, checked.out]).toEqual([1, expect.stringMatching(/\[drawing\.newer\]\n$/)])
  })

  it('draws the drawing as designed, or as it would run with the given values', async () => {
    expect(await svg(bound)).toContain('>—</text>')
    expect(await svg(bound, '--at', `${tag}=42`)).toContain('>42.0</text>')
    expect(await svg(bound, '--at', `${tag}=42@stale`)).toMatch(/grayscale.*>42\.0<.*stroke-dasharray/)
    expect(await svg(bound, '--at', 'plant/pump/other=1')).toMatch(/grayscale.*>—</)
  })

  it('rejects invalid qualities, dates, formats and file extensions', async () => {
    const slips = [
      ...['42@good2', '42@old', '@sale', 'on@Stale', 'on@stal'].map((assignment) => ['--at', `${tag}=${assignment}`]),
      ['--time', '2026-02-30'],
      ['--svg', '--png'],
      ['-o', 'x.jpg'],
      ['--svg', '-o', 'x.png'],
      ['--png', '-o', 'x.svg'],
    ]
    for (const slip of slips)
      expect([slip, (await run({ a: bound }, ['render', 'a', ...slip])).status]).toEqual([slip, 2])
    expect(
      (await run({ a: bound }, ['render', 'a', '--time', '2028-02-29T12:00:00Z', '--svg', '-o', 'x'])).status,
    ).toBe(0)
  })

  it('takes a text with an at sign for the text it is', async () => {
    expect(await svg(bound, '--at', `${tag}=ops@site`)).toContain('>ops@site</text>')
    expect(await svg(bound, '--at', `${tag}=ops@station@good`)).toContain('>ops@station</text>')
  })

  it('runs animations only if a good value enables them', async () => {
    const fan = label('fan', {
      animation: { kind: 'rotate', periodMs: 1000, direction: 1 },
      bindings: [{ prop: 'animated', tag, via: value }],
    })
    const isTurned = async (...options: string[]) =>
      (await svg(fan, '--time', '250', ...options)).includes('rotate(90 ')
    expect(await isTurned()).toBe(true)
    expect(await isTurned('--at', `${tag}=1`)).toBe(true)
    for (const assignment of [`${tag}=0`, `${tag}=1@stale`, `${tag}=1@bad`, 'plant/pump/other=1'])
      expect([assignment, await isTurned('--at', assignment)]).toEqual([assignment, false])
  })

  it('moves as far as a known speed brings it', async () => {
    const fan = label('fan', {
      animation: { kind: 'rotate', periodMs: 1000, direction: 1 },
      bindings: [{ prop: 'animationSpeed', tag, via: value }],
    })
    const getAngle = async (assignment: string) =>
      /rotate\((\d+)/.exec(await svg(fan, '--time', '250', '--at', `${tag}=${assignment}`))?.[1]
    expect(await Promise.all(['1', '2', '0', '2@stale', '2@bad'].map(getAngle))).toEqual([
      '90',
      '180',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('reads values from a file, overridden by options, and reports unused ones', async () => {
    const files = { a: bound, 'v.json': { [tag]: { value: 'fast', quality: 'uncertain' }, 'plant/pump/other': null } }
    const { out, messages } = await run(files, ['render', 'a', '--at', 'v.json'])
    expect(out).toContain('>fast</text>')
    expect(messages).toEqual(['warning: plant/pump/other is not used by the drawing'])
    expect((await run(files, ['render', 'a', '--at', 'v.json', '--at', `${tag}=7`])).out).toContain('>7.0</text>')
  })

  it('refuses values that are none, by their place', async () => {
    const { status, messages, out } = await run({ a: bound, v: { speed: 1, [tag]: { value: 1, quality: 'fresh' } } }, [
      'render',
      'a',
      '--at',
      'v',
    ])
    expect([status, out]).toEqual([1, ''])
    expect(messages).toEqual([
      expect.stringMatching(/^v: speed: .*/),
      expect.stringMatching(/^v: plant\/pump\/speed(\.quality)?: .*/),
    ])
    expect((await run({ a: bound }, ['render', 'a', '--at', 'speed=1'])).status).toBe(2)
  })

  it('stands animations and clocks at the time', async () => {
    const turning = label('I', { animation: { kind: 'rotate', periodMs: 1000, direction: 1 } })
    expect(await svg(turning)).not.toContain('rotate(')
    expect(await svg(turning, '--time', '250')).toContain('rotate(90 ')
    const clock = drawingFile([{ id: 'c', type: 'clock', width: 190, height: 90 }], { layer })
    const [morning, evening] = [
      await svg(clock, '--time', '2026-11-21T08:00:00Z'),
      await svg(clock, '--time', '2026-11-21T20:30:00Z'),
    ]
    expect(morning).not.toBe(evening)
  })

  it('draws nothing for an invalid drawing and reports the reason', async () => {
    const { status, messages } = await run({ a: drawingFile([{ id: 'a', width: -1 }]) }, [
      'render',
      'a',
      '--out',
      'a.svg',
    ])
    expect(status).toBe(1)
    expect(messages.join()).toContain('components.0.width')
  })

  it('takes pictures of the host from the folder it serves, and fetches none', async () => {
    const dot = new PNG({ width: 1, height: 1 })
    const file = drawingFile([{ id: 'a', width: 10, height: 10 }], {
      layer: { ...layer, backgroundImage: '/symbols/back.png' },
    })
    const files = { a: file, 'public/symbols/back.png': new Uint8Array(PNG.sync.write(dot)) }
    expect((await run(files, ['render', 'a', '--files', 'public'])).out).toContain(
      '<image href="data:image/png;base64,',
    )
    expect((await run(files, ['render', 'a'])).messages).toEqual([expect.stringContaining('/symbols/back.png')])
  })

  it('reports an image with a malformed URL as missing and draws the rest', async () => {
    const file = drawingFile(
      [
        { id: 'a', type: 'image', props: { source: '/pic%zz.png' } },
        { id: 'b', type: 'image', props: { source: '/a%20b.png' } },
      ],
      { layer },
    )
    const files = { a: file, 'public/a b.png': new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 }))) }
    expect(await run(files, ['validate', 'a'])).toMatchObject({ status: 0 })
    const { status, out, messages } = await run(files, ['render', 'a', '--files', 'public'])
    expect([status, out.match(/<image href="data:/g), messages]).toEqual([
      0,
      ['<image href="data:'],
      [expect.stringContaining('/pic%zz.png')],
    ])
  })
})

describe('maps', () => {
  const mapFile = drawingFile([{ id: 'm', type: 'map', width: 400, height: 300, props: { province: 'aomen' } }], {
    layer: { ...layer, width: 400, height: 300 },
  })
  const own = readFileSync(new URL('../../../public/maps/aomen.json', import.meta.url))

  it('are named as missing where the folder of the host has none, another host keeps them, or the file is no map', async () => {
    for (const options of [[], ['--files', 'public']]) {
      const { status, out, messages } = await run(
        { a: mapFile, 'public/maps/aomen.json': new TextEncoder().encode('{}') },
        ['render', 'a', ...options],
      )
      expect([status, out.includes('无地图数据'), messages]).toEqual([
        0,
        true,
        [expect.stringMatching(/map \/maps\/aomen\.json not drawn/)],
      ])
    }
    const elsewhere = drawingFile([
      { id: 'm', type: 'map', width: 400, height: 300, props: { mapUrl: 'https://maps.example/a.json' } },
    ])
    expect((await run({ a: elsewhere }, ['render', 'a', '--files', 'public'], 'zh')).messages).toEqual([
      expect.stringContaining('未绘制地图 https://maps.example/a.json'),
    ])
  })

  it('come from the folder that the host serves', async () => {
    const { out, messages } = await run({ a: mapFile, 'public/maps/aomen.json': new Uint8Array(own) }, [
      'render',
      'a',
      '--files',
      'public',
    ])
    expect([messages, out.includes('无地图数据')]).toEqual([[], false])
    expect(out.match(/<path/g)?.length ?? 0).toBeGreaterThan(3)
  })
})

describe('render as PNG', () => {
  it('has the size of the layer times the scale', async () => {
    expect(await png(bound)).toMatchObject({ width: 200, height: 100 })
    expect(await png(bound, '--scale', '2')).toMatchObject({ width: 400, height: 200 })
    const { written, messages } = await run({ a: bound }, ['render', 'a', '--out', 'a.png', '--scale', '0.5'])
    expect(PNG.sync.read(Buffer.from(written.get('a.png') ?? ''))).toMatchObject({ width: 100, height: 50 })
    expect(messages).toEqual(['a.png: 100 × 50 pixels'])
  })

  it('refuses a picture that would fill the memory', async () => {
    const { status, messages } = await run({ a: drawingFile([], { layer: { ...layer, width: 9000, height: 9000 } }) }, [
      'render',
      'a',
      '--png',
      '--scale',
      '2',
    ])
    expect([status, messages.join()]).toEqual([2, expect.stringContaining('too large')])
  })

  it('writes Chinese in letters, not in boxes, bold and plain', async () => {
    expect(findWebFont()).not.toBeNull()
    const [pump, tank, bold, blank] = await Promise.all([
      png(label('泵')),
      png(label('罐')),
      png(label('泵', { props: { text: '泵', fontSize: 40, fontColor: '#000000', fontWeight: 'bold' } })),
      png(label('')),
    ])
    expect(sum(pump)).not.toBe(sum(tank))
    expect(ink(blank)).toBe(0)
    expect(ink(pump)).toBeGreaterThan(0.005)
    expect(ink(bold)).toBeGreaterThan(ink(pump) * 1.15)
  })

  it('desaturates stale values like the stage', async () => {
    const file = drawingFile(
      [
        {
          id: 'a',
          x: 0,
          y: 0,
          width: 200,
          height: 100,
          props: { backgroundColor: '#ff0000' },
          bindings: [{ prop: 'text', tag, via: value }],
        },
      ],
      { layer },
    )
    expect(pixel(await png(file, '--at', `${tag}=1`), 150, 20)).toEqual([255, 0, 0])
    const [red = 0, green = 0] = pixel(await png(file, '--at', `${tag}=1@stale`), 150, 20)
    expect(red - green).toBeLessThan(60)
  })

  it('draws charts, their texts among them', async () => {
    const chart = (name: string, tall: number) =>
      drawingFile(
        [
          {
            id: 'c',
            type: 'chart-bar',
            x: 0,
            y: 0,
            width: 400,
            height: 300,
            props: { data: JSON.stringify({ xdata: [name, 'b'], ydata: [{ name: 'Day', data: [tall, 90] }] }) },
          },
        ],
        { layer: { ...layer, width: 400, height: 300 } },
      )
    const high = await png(chart('周一', 100))
    expect(ink(high)).toBeGreaterThan(ink(await png(chart('周一', 10))) + 0.05)
    expect(sum(high)).not.toBe(sum(await png(chart('周二', 100))))
    expect(await svg(chart('周一', 100))).toContain('>周一</text>')
  })

  it('draws pictures where they lie in the order of painting', async () => {
    const dot = new PNG({ width: 2, height: 2 })
    dot.data.fill(255)
    for (let at = 0; at < dot.data.length; at += 4) dot.data.set([0, 128, 0, 255], at)
    const over = { id: 'a', x: 100, y: 0, width: 100, height: 100, props: { backgroundColor: '#0000ff' } }
    const files = {
      a: drawingFile([over], { layer: { ...layer, backgroundImage: '/b.png' } }),
      'public/b.png': new Uint8Array(PNG.sync.write(dot)),
    }
    const { bytes } = await run(files, ['render', 'a', '--png', '--files', 'public'])
    const picture = PNG.sync.read(Buffer.from(bytes))
    expect([pixel(picture, 50, 50), pixel(picture, 150, 50)]).toEqual([
      [0, 128, 0],
      [0, 0, 255],
    ])
  })
})
