import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { groovy } from '@codemirror/legacy-modes/mode/groovy'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import type { Words } from '../../../contract/entity/field.ts'
import type { ScriptProblemPlace } from '../../../contract/routes/scripts.ts'
import { completeScript, type FindTags } from './completion.ts'

export interface CodeEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly language: 'groovy' | 'javascript'
  readonly problems: readonly ScriptProblemPlace[]
  readonly label: string
  readonly isDisabled: boolean
  /** Text to compare with; null hides the comparison. */
  readonly original: string | null
  readonly findTags: FindTags
  readonly localize: (words: Words) => string
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'color-mix(in srgb, var(--accent) 65%, var(--ink))' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
])

const theme = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'var(--surface)', color: 'var(--ink)', height: '100%' },
  '.cm-content': { fontFamily: "ui-monospace, 'Cascadia Mono', Consolas, monospace", caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--ink-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--ink) 6%, transparent)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
})

/** Parts of the configuration that change while the editor is open. */
const mode = new Compartment()
const access = new Compartment()
const comparison = new Compartment()

/** Code editor with the modes of rule scripts. Errors are marked at their place. */
export function CodeEditor({
  value,
  onChange,
  language,
  problems,
  label,
  isDisabled,
  original,
  findTags,
  localize,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const first = useRef(value)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  }, [onChange])

  useEffect(() => {
    if (!host.current) return undefined
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          indentUnit.of('  '),
          bracketMatching(),
          highlightActiveLine(),
          syntaxHighlighting(colours),
          lintGutter(),
          theme,
          mode.of([]),
          access.of([]),
          comparison.of([]),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) report.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const extension = [
      language === 'groovy' ? StreamLanguage.define(groovy) : javascript(),
      autocompletion({ override: [completeScript(language, localize, findTags)] }),
    ]
    view.current?.dispatch({ effects: mode.reconfigure(extension) })
  }, [language, localize, findTags])
  useEffect(() => {
    const extension = [EditorState.readOnly.of(isDisabled), EditorView.contentAttributes.of({ 'aria-label': label })]
    view.current?.dispatch({ effects: access.reconfigure(extension) })
  }, [isDisabled, label])
  useEffect(() => {
    const extension = original === null ? [] : unifiedMergeView({ original, mergeControls: false })
    view.current?.dispatch({ effects: comparison.reconfigure(extension) })
  }, [original])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    editor.dispatch(
      setDiagnostics(
        editor.state,
        problems.map((problem) => toDiagnostic(editor.state, problem, localize)),
      ),
    )
  }, [problems, localize])

  return <div ref={host} className="script-code" />
}

function toDiagnostic(
  state: EditorState,
  { line, column, length, words }: ScriptProblemPlace,
  localize: (words: Words) => string,
): Diagnostic {
  const at = state.doc.line(Math.min(Math.max(1, line), state.doc.lines))
  const from = Math.min(at.from + Math.max(0, column - 1), at.to)
  return { from, to: Math.min(from + Math.max(1, length), at.to), severity: 'error', message: localize(words) }
}
