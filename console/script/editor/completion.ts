import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { Words } from '../../../contract/entity/field.ts'
import { scriptApi, scriptObjects } from './scriptApi.ts'

/** Finds paths of tags that contain a text. */
export type FindTags = (text: string) => Promise<readonly string[]>

/** Completes objects, their members, and tag paths inside `tags.read("` and `history.last("`. */
export const completeScript =
  (language: 'groovy' | 'javascript', localize: (words: Words) => string, findTags: FindTags) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const path = context.matchBefore(/(?:tags\.read|history\.last)\(\s*["'][^"'\n]*/)
    if (path) {
      const from = path.from + path.text.search(/["']/) + 1
      const found = await findTags(context.state.sliceDoc(from, context.pos))
      return { from, options: found.map((label) => ({ label, type: 'constant' })), filter: false }
    }
    const member = context.matchBefore(/(\w+)(?:\.logger)?\.\w*$/)
    if (member) {
      const object = /\.logger\.\w*$/.test(member.text) ? 'log' : (member.text.split('.')[0] ?? '')
      const members = Object.hasOwn(scriptApi, object) ? scriptApi[object] : undefined
      if (!members) return null
      return {
        from: member.from + member.text.lastIndexOf('.') + 1,
        options: members.map(({ label, apply, words }) => ({ label, apply, detail: localize(words), type: 'method' })),
      }
    }
    const word = context.matchBefore(/\w+$/)
    if (!word && !context.explicit) return null
    return {
      from: word?.from ?? context.pos,
      options: scriptObjects[language].map((label) => ({ label, type: 'variable' })),
    }
  }
