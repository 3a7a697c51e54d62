import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { words } from './words.ts'
import { bindingWords, numberWords } from './bindCheck/bindingWords.ts'
import { changeWords } from './compare/inWords.ts'
import { drawingFile, run } from './testing/run.ts'

const chinese = /\p{Script=Han}/u

describe('mimic', () => {
  it('describes every command in both languages', async () => {
    const [english, translated] = [await run({}, ['--help']), await run({}, ['help'], 'zh')]
    for (const name of Object.keys(commands)) {
      expect(english.out).toContain(`  ${name}`)
      const help = await run({}, [name, '--help', '--lang', 'zh'])
      expect(help.status).toBe(0)
      expect(help.out).toMatch(chinese)
      expect(help.out).toContain(`mimic ${name}`)
    }
    expect(english.out).not.toMatch(chinese)
    expect(translated.out).toMatch(chinese)
  })

  it('ends with 2 when a command cannot be carried out, in the language asked for', async () => {
    for (const typed of [
      ['paint'],
      ['toString'],
      ['validate'],
      ['validate', '--colour'],
      ['validate', 'nowhere.json'],
      ['diff', 'a'],
      ['render', 'a', '--scale', '99'],
      ['render', 'a', '--time', 'noon'],
    ]) {
      const { status, messages, out } = await run({ a: drawingFile([]) }, [...typed, '--lang=zh'])
      expect([typed, status, out]).toEqual([typed, 2, ''])
      expect(messages.join()).toMatch(chinese)
    }
  })

  it('fills in the same in both languages', () => {
    const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()
    for (const [name, { en, zh }] of Object.entries({ ...words, ...bindingWords, ...numberWords, ...changeWords }))
      expect([name, holes(zh)]).toEqual([name, holes(en)])
  })
})

describe('validate', () => {
  it('reports a duplicate key of which only one value is used', async () => {
    const text = `{"drawing":{"version":5,\n"name":"a","components":[{"id":"a","type":"rect","x":0,"y":0,"width":1,"height":1,\n"x":5}]}}`
    const { status, out } = await run({ a: text }, ['validate', 'a'])
    expect([status, out]).toEqual([
      1,
      'a:3: drawing.components.0.x: duplicate key: only the last one is used [drawing.duplicateKey]\n',
    ])
    expect((await run({ a: text }, ['validate', 'a'], 'zh')).out).toContain('键重复')
  })

  it('reports the line of an invalid expression, in text and JSON, although the drawing opens', async () => {
    const via = (source: string) => ({ kind: 'expression', source })
    const file = drawingFile([
      { id: 'a', bindings: [{ prop: 'text', tag: 'street/lamp/power', via: via('value + * 2') }] },
      { id: 'b', bindings: [{ prop: 'text', tag: 'street/lamp/power', via: via('value > 1') }] },
    ])
    const { status, out } = await run({ 'e.json': file }, ['validate', 'e.json'])
    expect([status, out]).toEqual([
      1,
      expect.stringMatching(
        /^e\.json:1: .* components\.0\.bindings\.0\.via\.source: [Cc]haracter 9: .*\[expression\.syntax\]\n$/,
      ),
    ])
    const json = JSON.parse((await run({ 'e.json': file }, ['validate', 'e.json', '--json'])).out)
    expect(json.files[0].problems).toMatchObject([
      { path: 'components.0.bindings.0.via.source', code: 'expression.syntax', span: [8, 9] },
    ])
  })

  it('checks the other files where one cannot be read, as bind-check does, and ends as unable', async () => {
    for (const command of ['validate', 'bind-check']) {
      const { status, out, messages } = await run(
        { 'a.json': drawingFile([{ id: 'a' }]), 'b.json': drawingFile([{ id: 'b' }]) },
        [command, 'a.json', 'nowhere.json', 'b.json'],
      )
      expect([status, out.split('\n').length, messages]).toEqual([2, 3, [expect.stringContaining('nowhere.json')]])
    }
  })

  const broken = `{"version":2,"components":[
{"id":"a","type":"rect","x":1,"y":1,"width":1,"height":1},
{"id":"b","type":"rect","x":1,"y":1,
 "width":-1,"height":1,"props":{"radius":"wide"}}]}`

  it('names file, line, place and code of each problem', async () => {
    const { status, out } = await run({ 'b.json': broken }, ['validate', 'b.json'])
    expect(status).toBe(1)
    const [first, second] = out.split('\n')
    expect(first).toMatch(/^b\.json:4: components\.1\.width: .+ \[too_small\]$/)
    expect(second).toMatch(/^b\.json:4: components\.1\.props\.radius: .+ \[invalid_type\]$/)
  })

  it('reports the position of a JSON error', async () => {
    expect((await run({ 'b.json': '{\n"version":2,\n}' }, ['validate', 'b.json'])).out).toMatch(
      /^b\.json:3: this is not JSON .*\[drawing\.syntax\]/,
    )
  })

  it('accepts valid files, with warnings for unknown types', async () => {
    const { status, out } = await run(
      {
        'a.json': drawingFile([{ id: 'a' }, { id: 'b', type: 'warp-core' }]),
        'w.json': { project: 'p', drawing: drawingFile([]) },
      },
      ['validate', 'a.json', 'w.json'],
    )
    expect(status).toBe(0)
    expect(out).toMatch(/warning: components\.1\.type: .*\[drawing\.unknownType\]\na\.json: version 2, components: 2,/)
    expect(out).toContain('w.json: version 2, components: 0')
  })

  it('gives JSON for programs, places counted from the top of the file', async () => {
    const { status, out } = await run({ 'w.json': { drawing: drawingFile([{ id: 'a', x: null }]) } }, [
      'validate',
      'w.json',
      '--json',
    ])
    expect(status).toBe(1)
    expect(JSON.parse(out)).toEqual({
      files: [
        {
          file: 'w.json',
          version: 2,
          warnings: [],
          problems: [expect.objectContaining({ path: 'drawing.components.0.x', code: 'invalid_type', line: 1 })],
        },
      ],
    })
  })

  it('escapes control characters of file contents, so that they cannot forge log lines or terminal output', async () => {
    const name = 'x\n::error::forged\u001B[2J\u202Eabc'
    const { out } = await run({ 'a.json': drawingFile([{ id: 'a', props: { [name]: 1 } }]) }, ['validate', 'a.json'])
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(out).toContain(String.raw`x\u{a}::error::forged\u{1b}[2J\u{202e}abc`)
    const bound = await run(
      {
        a: drawingFile([
          { id: 'a', name, bindings: [{ prop: 'glow', tag: 'plant/pump/speed', via: { kind: 'value' } }] },
        ]),
      },
      ['bind-check', 'a'],
    )
    expect([bound.status, bound.out.trim().split('\n').length, bound.out.includes('\u001B')]).toEqual([1, 1, false])
  })

  it('translates schema messages to Chinese', async () => {
    const { out } = await run(
      { a: drawingFile([{ id: 'a', props: { backgroundColor: 'red' } }]) },
      ['validate', 'a'],
      'zh',
    )
    expect(out).toContain('填充应写作 #rrggbb')
    expect(out).not.toContain('a fill must be')
  })

  it('translates error codes to Chinese', async () => {
    expect((await run({ 'b.json': broken }, ['validate', 'b.json'], 'zh')).out).toContain('低于下限')
  })
})

describe('bind-check', () => {
  const via = { kind: 'value' }
  const tag = 'plant/pump/speed'
  const findings = async (bindings: readonly unknown[], tags?: string, type = 'rect') => {
    const { out } = await run({ a: drawingFile([{ id: 'a', type, bindings }]), tags: tags ?? '' }, [
      'bind-check',
      'a',
      '--json',
      ...(tags === undefined ? [] : ['--tags', 'tags']),
    ])
    const [file] = (JSON.parse(out) as { files: { findings: { path: string; code: string; span?: number[] }[] }[] })
      .files
    return file?.findings.map(({ path, code, span }) =>
      [path.replace('components.0.bindings.', ''), code, ...(span ?? [])].join(' '),
    )
  }

  it.each<[string, unknown[], string[]]>([
    ['a property that is not there', [{ prop: 'glow', tag, via }], ['0.prop binding.property']],
    [
      'a range for an option',
      [{ prop: 'fontWeight', tag, via: { kind: 'range', from: [0, 1], to: [0, 1] } }],
      ['0.via binding.kind'],
    ],
    ['a number for an option', [{ prop: 'fontWeight', tag, via: { kind: 'value', offset: 1 } }], []],
    [
      'two bindings of one property',
      [
        { prop: 'text', tag, via },
        { prop: 'text', tag, via },
      ],
      ['1.prop binding.duplicate'],
    ],
    [
      'an expression with its place',
      [{ prop: 'text', tag, via: { kind: 'expression', source: 'value + * 2' } }],
      ['0.via.source expression.syntax 8 9'],
    ],
    [
      'a range for a colour',
      [{ prop: 'backgroundColor', tag, via: { kind: 'range', from: [0, 1], to: [0, 9] } }],
      ['0.via binding.kind'],
    ],
    [
      'a scaled number for a colour',
      [{ prop: 'backgroundColor', tag, via: { kind: 'value', scale: 2 } }],
      ['0.via binding.kind'],
    ],
    [
      'a state of another kind',
      [
        {
          prop: 'borderWidth',
          tag,
          via: { kind: 'states', states: [{ min: 0, max: 1, value: 'wide' }], otherwise: 3 },
        },
      ],
      ['0.via.states.0.value binding.kind'],
    ],
    [
      'a state that those above have whole',
      [
        {
          prop: 'borderWidth',
          tag,
          via: {
            kind: 'states',
            states: [
              { min: 5, max: 10, value: 1 },
              { min: 0, max: 5, value: 2 },
              { min: 2, max: 7, value: 3 },
              { min: 2, max: 11, value: 4 },
            ],
          },
        },
      ],
      ['0.via.states.2 binding.range'],
    ],
    [
      'a state that never shows',
      [{ prop: 'borderWidth', tag, via: { kind: 'states', states: [{ min: 1, max: 0, value: 3 }] } }],
      ['0.via.states.0 binding.range'],
    ],
    ['what is no binding', [{ prop: 'text', tag: 'speed', via }], ['0.tag binding.form']],
    [
      'what every component has',
      [{ prop: 'visible', tag, via: { kind: 'expression', source: '{plant/pump/flow} > 0' } }],
      [],
    ],
  ])('finds %s', async (_, bindings, expected) => {
    expect(await findings(bindings)).toEqual(expected)
  })

  it.each([
    ['text', '# pumps\nplant/pump/speed # rpm\n'],
    ['a list', '["plant/pump/speed"]'],
    ['objects', '[{"tag":"plant/pump/speed","kind":"text"}]'],
    ['what the server gives', '[{"project":"plant","device":"pump","point":"speed","unit":"rpm"}]'],
    ['values', '{"plant/pump/speed":{"value":3}}'],
  ])('looks tags up in %s', async (_, list) => {
    const bindings = [
      { prop: 'text', tag, via: { kind: 'expression', source: 'value + {plant/pump/flow}' } },
      { prop: 'visible', tag: 'plant/pump/on', via },
    ]
    expect(await findings(bindings, list)).toEqual(['0.via.source binding.tag', '1.tag binding.tag'])
  })

  it('uses the value type of a tag from the tag list', async () => {
    expect(await findings([{ prop: 'borderWidth', tag, via }], '{"plant/pump/speed":"fast"}')).toEqual([
      '0.via binding.kind',
    ])
    expect(await findings([{ prop: 'backgroundColor', tag, via }], '{"plant/pump/speed":3}')).toEqual([
      '0.via binding.kind',
    ])
  })

  it.each<[string, string, object, string[]]>([
    ['a flag', 'visible', via, ['0.via binding.kind']],
    ['a number through a range', 'borderWidth', { kind: 'range', from: [0, 1], to: [0, 9] }, ['0.via binding.kind']],
    [
      'a text through states',
      'text',
      { kind: 'states', states: [{ min: 0, max: 1, value: 'on' }] },
      ['0.via binding.kind'],
    ],
    ['a text as it is', 'text', via, []],
    ['a colour by its name', 'backgroundColor', via, []],
    ['a flag through an expression', 'visible', { kind: 'expression', source: "value == 'run'" }, []],
  ])('reports whether a tag with text values can drive %s', async (_, prop, by, expected) => {
    expect(await findings([{ prop, tag, via: by }], '{"plant/pump/speed":"run"}')).toEqual(expected)
    expect(await findings([{ prop, tag, via: by }], '{"plant/pump/speed":1}')).toEqual(
      prop === 'backgroundColor' ? ['0.via binding.kind'] : [],
    )
  })

  it('looks up the tags that a curve shows, each once', async () => {
    const curve = {
      id: 'c',
      type: 'history-curve',
      props: { tags: 'plant/pump/speed\n\n plant/pump/flow\nplant/pump/flow' },
    }
    const { status, out } = await run({ a: drawingFile([curve]), tags: 'plant/pump/speed' }, [
      'bind-check',
      'a',
      '--tags',
      'tags',
    ])
    expect(out).toContain('components.0.props.tags: plant/pump/flow is not in the list of tags')
    expect([status, out.trim().split('\n').length]).toEqual([1, 1])
  })

  it('reports that a tag cannot drive the size and mirroring of a group', async () => {
    const driven = ['width', 'flipY', 'x', 'opacity', 'visible'].map((prop) => ({ prop, tag, via }))
    expect(await findings(driven, undefined, 'group')).toEqual(['0.prop binding.group', '1.prop binding.group'])
    expect(await findings(driven)).toEqual([])
  })

  it('checks on where the drawing has other faults, and names types that are not there', async () => {
    const file = drawingFile([
      { id: 'a', width: -1, bindings: [{ prop: 'glow', tag, via }] },
      { id: 'b', type: 'warp-core' },
    ])
    const { status, out } = await run({ a: file }, ['bind-check', 'a'])
    expect(status).toBe(1)
    expect(out.split('\n').map((line) => /\[(.*)\]/.exec(line)?.[1])).toEqual([
      'binding.property',
      'binding.type',
      undefined,
    ])
  })

  it('reports that instances were not checked if the drawing has another error', async () => {
    const symbols = [
      {
        id: 'pump',
        name: 'Pump',
        width: 10,
        height: 10,
        params: [],
        components: [{ id: 'm', type: 'rect', x: 0, y: 0, width: 10, height: 10 }],
      },
    ]
    const file = drawingFile(
      [
        { id: 'one', type: 'group', link: { symbol: 'pump', params: {} } },
        { id: 'a', width: -1 },
      ],
      { symbols },
    )
    const { messages } = await run({ a: file }, ['bind-check', 'a'])
    expect(messages).toEqual([expect.stringMatching(/inside symbol instances were not checked.*components\.1\.width/)])
    // Uses the designer's Chinese term for a symbol.
    expect((await run({ a: file }, ['bind-check', 'a'], 'zh')).messages).toEqual([
      expect.stringMatching(/未检查图元实例中的绑定.*components\.1\.width/),
    ])
  })

  it('checks the tags that instances of symbols make', async () => {
    const member = {
      id: 'm',
      type: 'rect',
      x: 0,
      y: 0,
      width: 10,
      height: 10,
      bindings: [{ prop: 'borderWidth', tag: '{pump}/speed', via }],
    }
    const symbols = [
      {
        id: 'pump',
        name: 'Pump',
        width: 10,
        height: 10,
        params: [{ name: 'pump', kind: 'tag', default: 'plant/pump-01' }],
        components: [member],
      },
    ]
    const instance = (id: string, params = {}) => ({ id, type: 'group', link: { symbol: 'pump', params } })
    const file = drawingFile([instance('one'), instance('two', { pump: 'plant/pump-02' })], { symbols })
    const { status, out } = await run({ a: file, tags: 'plant/pump-01/speed' }, ['bind-check', 'a', '--tags', 'tags'])
    expect(out).toContain('components.1.link.bindings.0.tag: plant/pump-02/speed is not in the list of tags')
    expect([status, out.trim().split('\n').length]).toEqual([1, 1])
  })

  it('reads a negative number as an option value, and explains why it is invalid', async () => {
    expect((await run({ a: drawingFile([]) }, ['render', 'a', '--svg', '--time', '-5'])).messages).toEqual([
      expect.stringContaining('"-5" is neither a number of milliseconds'),
    ])
  })

  it('checks the definitions of symbols, with or without an instance, like validate', async () => {
    const parts = [
      { prop: 'borderWidth', tag: '{pump}/speed', via: { kind: 'expression', source: 'value + + ' } },
      { prop: 'opacity', tag: 'plant/x/y', via: { kind: 'expression', source: '{pump}.speed / {limit} + frob(1)' } },
    ]
    const member = { id: 'm', type: 'rect', x: 0, y: 0, width: 10, height: 10, bindings: parts }
    const params = [
      { name: 'pump', kind: 'tag', default: '' },
      { name: 'limit', kind: 'number', default: 5 },
    ]
    const symbols = [{ id: 'pump', name: 'Pump', width: 10, height: 10, params, components: [member] }]
    const place = (line: string) => /(symbols\S*?|components\S*?): /.exec(line)?.[1]
    for (const components of [[], [{ id: 'one', type: 'group', link: { symbol: 'pump', params: {} } }]]) {
      const file = drawingFile(components, { symbols })
      const { status, out } = await run({ a: file, tags: 'plant/a/b' }, ['validate', 'a'])
      expect([status, out.trim().split('\n').map(place)]).toEqual([
        1,
        ['symbols.0.components.0.bindings.0.via.source', 'symbols.0.components.0.bindings.1.via.source'],
      ])
      const checked = (await run({ a: file, tags: 'plant/a/b' }, ['bind-check', 'a', '--tags', 'tags'])).out
        .trim()
        .split('\n')
      expect(checked.map(place).filter((at) => at?.startsWith('symbols'))).toEqual([
        'symbols.0.components.0.bindings.0.via.source',
        'symbols.0.components.0.bindings.1.tag',
        'symbols.0.components.0.bindings.1.via.source',
      ])
      expect(checked.filter((line) => line.includes('[expression.'))).toHaveLength(2)
    }
  })
})
