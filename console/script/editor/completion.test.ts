import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { completeScript } from './completion.ts'

const complete = async (doc: string): Promise<readonly string[]> => {
  const findTags = async (text: string) => [`street/lamp/${text}`]
  const source = completeScript('groovy', ({ en }) => en, findTags)
  const result = await source(new CompletionContext(EditorState.create({ doc }), doc.length, true))
  return (result?.options ?? []).map(({ label }) => label)
}

it('offers objects, their members, levels of the logger, and tags inside tags.read', async () => {
  expect(await complete('def a = m')).toContain('msgContext')
  expect(await complete('msgContext.set')).toEqual(expect.arrayContaining(['setTopic(topic)', 'setPayload(payload)']))
  expect(await complete('msgContext.logger.')).toContain('warn(text)')
  expect(await complete('tags.read("dimm')).toEqual(['street/lamp/dimm'])
  expect(await complete('someThing.')).toEqual([])
})
