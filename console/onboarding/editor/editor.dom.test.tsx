import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { mapping as mappingEntity } from '../../../contract/platform/mapping.ts'
import type { ForeignMessageRow } from '../../../contract/routes.ts'
import { createAccount, openPart } from '../../testing/openConsole.tsx'
import type { RouteResponses } from '../../testing/serverByRoute.ts'
import { DefinitionEditor } from '../DefinitionEditor.tsx'

const definition = {
  version: 1,
  topics: [{ id: 'sensor', topic: 'tele/{device}/SENSOR' }],
  points: [
    { point: 'power', type: 'decimal', unit: 'W', sources: [{ topic: 'sensor', path: 'Power' }] },
    { point: 'relay', type: 'bool', sources: [{ topic: 'sensor', path: 'Relay' }] },
  ],
}
const message: ForeignMessageRow = {
  topic: 'tele/plug_01/SENSOR',
  at: Date.now(),
  client: 'yard',
  bytes: 32,
  payload: btoa('{"Power":"41,5","Relay":"OPEN"}'),
  isCut: false,
  problem: null,
}

/** Opens the editor; `read` returns the definition as the form would store it. */
async function openEditor(value: object | string | null, answers: RouteResponses = {}) {
  let stored = typeof value === 'string' || value === null ? value : JSON.stringify(value)
  function Editor() {
    const [text, setText] = useState(stored)
    return (
      <DefinitionEditor
        id="definition"
        field={mappingEntity.fields.definition}
        value={text}
        label="Definition"
        onChange={(next) => {
          stored = typeof next === 'string' ? next : null
          setText(stored)
        }}
      />
    )
  }
  const opened = await openPart(<Editor />, {
    account: createAccount('manager'),
    answers: { 'mapping.messages': () => [message], 'mapping.rejections': () => [], ...answers },
  })
  return { ...opened, read: () => JSON.parse(stored ?? 'null') }
}
const findRow = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest('tr')
  if (!row) throw new Error(`${text} is not in a row`)
  return row
}

test('the form of a point converts its value, with the last message as preview', async () => {
  const { user, read } = await openEditor(definition)
  await expect.poll(async () => (await findRow('power')).textContent).toMatch(/Bad.*not a number/)
  await user.click(screen.getByRole('button', { name: 'Source, conversion and command of power' }))
  await user.click(await screen.findByRole('combobox', { name: 'Number in a text' }))
  await user.click(await screen.findByTitle('Decimal comma'))
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Factor' }), { target: { value: '2' } })
  await expect.poll(async () => (await findRow('power')).textContent).toMatch(/83 W.*Good/)
  await user.click(screen.getByRole('button', { name: 'Source, conversion and command of power' }))
  await user.click(screen.getByRole('button', { name: 'Source, conversion and command of relay' }))
  await user.type(screen.getByRole('combobox', { name: 'Words for on' }), 'OPEN{Enter}')
  await user.type(screen.getByRole('combobox', { name: 'Words for off' }), 'SHUT{Enter}')
  await expect.poll(async () => (await findRow('relay')).textContent).toMatch(/1.*Good/)
  expect(read().points).toMatchObject([
    { point: 'power', conversion: { text: 'comma', factor: 2 } },
    { point: 'relay', conversion: { words: { on: ['OPEN'], off: ['SHUT'] } } },
  ])
})

test('an incomplete entry keeps the form and is named; a text that is no mapping opens as JSON', async () => {
  const { user } = await openEditor(definition)
  await user.click(await screen.findByRole('button', { name: 'Source, conversion and command of power' }))
  fireEvent.change(screen.getByLabelText('Path of source 1'), { target: { value: 'a[' } })
  expect(within(await screen.findByRole('alert')).getByText(/power · sources/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Path of source 1').value).toBe('a[')
  fireEvent.change(screen.getByLabelText('Path of source 1'), { target: { value: 'a' } })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByText('JSON'))
  fireEvent.change(screen.getByLabelText('Definition'), { target: { value: '{"version":2}' } })
  await screen.findByText(/faults that the form cannot show/)
})

test('a new mapping is written in the form alone', async () => {
  const { user, read } = await openEditor(null)
  await user.click(await screen.findByRole('button', { name: 'Add topic' }))
  await user.click(screen.getByRole('button', { name: 'Add point' }))
  expect(read()).toEqual({
    version: 1,
    topics: [{ id: 'topic', topic: 'topic/{device}' }],
    points: [{ point: 'point', type: 'decimal', sources: [{ topic: 'topic', path: '' }] }],
  })
})

test('a decoder is tried out on pasted bytes', async () => {
  const { user, server } = await openEditor(
    {
      ...definition,
      topics: [
        {
          ...definition.topics[0],
          decoder: { kind: 'script', language: 'javascript', source: 'return {}', encoding: 'base64', path: 'data' },
        },
      ],
    },
    {
      'mapping.decode': ({ body }) =>
        Reflect.get(Object(body), 'port') === 85
          ? { points: [{ name: 'battery', value: 100 }], problem: null, lines: [] }
          : { points: [], problem: { words: { en: 'no such port', zh: '无此端口' }, line: 3 }, lines: [] },
    },
  )
  await user.click(await screen.findByText('tele/{device}/SENSOR'))
  const bytes = await screen.findByLabelText('Bytes in hexadecimal or Base64')
  fireEvent.change(bytes, { target: { value: '01 75 64' } })
  await user.click(screen.getByRole('button', { name: 'Decode' }))
  await screen.findByText('Line 3: no such port')
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Port' }), { target: { value: '85' } })
  await user.click(screen.getByRole('button', { name: 'Decode' }))
  expect((await screen.findByText('$decoded.battery')).closest('div')?.textContent).toContain('100')
  expect(server.sent('mapping.decode')[0]?.body).toMatchObject({ bytes: 'AXVk', port: null, source: 'return {}' })
})

test('a command is written in the form, with the message of a chosen value as preview', async () => {
  const { user, read } = await openEditor(definition)
  await user.click(await screen.findByRole('button', { name: 'Source, conversion and command of relay' }))
  const form = within(screen.getByRole('group', { name: 'Source, conversion and command of relay' }))
  await user.click(form.getByRole('button', { name: 'Make the point writable' }))
  const preview = within(form.getByRole('group', { name: 'Message for a value' }))
  expect(preview.getByRole('status').textContent).toBe('cmd/device-1/relaytrue')
  fireEvent.change(form.getByLabelText('Command topic'), { target: { value: 'set/{device}' } })
  fireEvent.change(form.getByLabelText('Word sent for on'), { target: { value: 'OPEN' } })
  fireEvent.change(form.getByLabelText('Word sent for off'), { target: { value: 'SHUT' } })
  await user.click(form.getByRole('combobox', { name: 'Payload format' }))
  // The view of the definition has an option of the same name.
  await expect.poll(() => screen.getAllByTitle('JSON').length).toBe(2)
  await user.click(screen.getAllByTitle('JSON')[1] ?? document.body)
  await user.click(form.getByRole('button', { name: '{id}' }))
  expect(preview.getByRole('status').textContent).toBe('set/device-1{"value":"OPEN","id":"a1b2c3"}')
  fireEvent.change(form.getByLabelText('Payload template'), { target: { value: '{"state":"{value}"' } })
  expect(form.getByRole('alert').textContent).toMatch(/not valid JSON/)
  fireEvent.change(form.getByLabelText('Payload template'), { target: { value: '{"state":"{value}"}' } })
  await user.click(form.getByRole('combobox', { name: 'Confirmation' }))
  await user.click(await screen.findByTitle('Answer of the device'))
  fireEvent.change(form.getByLabelText('Path of the result'), { target: { value: 'result' } })
  await user.type(form.getByRole('combobox', { name: 'Words for success' }), 'done{Enter}')
  expect(read().points[1].command).toEqual({
    topic: 'set/{device}',
    payload: { kind: 'json', json: { state: '{value}' } },
    words: { on: 'OPEN', off: 'SHUT' },
    confirm: { by: 'acknowledgement', timeoutS: 10, topic: 'sensor', path: 'result', ok: ['done'] },
  })
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(form.getByLabelText('Payload template'), { target: { value: '{"state":"{value}","at":"{place}"}' } })
  expect(screen.getByRole('alert').textContent).toContain('{place} is not known')
})
