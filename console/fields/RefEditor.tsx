import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entityOf } from '../../contract/entities.ts'
import type { RefField, RefsField } from '../../contract/entity/field.ts'
import type { EntityOption } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import type { FieldEditorProps } from './editorProps.ts'

interface RefEditorProps extends FieldEditorProps {
  readonly field: RefField | RefsField
  /** What stands in the empty control, where no label stands beside it. */
  readonly placeholder?: string
}

const pauseMs = 250

/** Chooses rows of another entity by what one types; the server looks for them. */
export function RefEditor({ id, field, value, onChange, project, isBad, isDisabled, titles = {}, label, placeholder }: RefEditorProps) {
  const { t } = useTranslation('crud')
  const { options, search, isLoading } = useOptions(field.to, project)
  const known = new Map([...Object.entries(titles), ...options.map((option) => [option.id, option.title] as const)])
  const chosen = Array.isArray(value) ? value.filter((each: unknown): each is string => typeof each === 'string') : typeof value === 'string' ? [value] : []
  const common = {
    id, ...(label === undefined ? {} : { 'aria-label': label }), className: 'editor-wide', disabled: isDisabled ?? false, showSearch: { filterOption: false, onSearch: search }, loading: isLoading, placeholder: placeholder ?? t('choose'),
    ...(isBad ? { status: 'error' as const } : {}), notFoundContent: isLoading ? t('searching') : t('noneFound'),
    options: [...new Set([...options.map((option) => option.id), ...chosen])].map((each) => ({ value: each, label: known.get(each) ?? each })),
    onOpenChange: (isOpen: boolean) => { if (isOpen) search('') },
  }
  return field.kind === 'ref'
    ? <Select {...common} allowClear={!field.required} value={chosen[0] ?? null} onChange={(next: string | null | undefined) => onChange(next ?? null)} />
    : <Select {...common} mode="multiple" maxTagCount="responsive" value={chosen} onChange={(next: string[]) => onChange(next)} />
}

/** What the server finds by the text last typed, after a short pause; the answer to an older text is dropped. */
function useOptions(to: string, project: string | undefined) {
  const { entities } = useStores()
  const [asked, setAsked] = useState<string | null>(null)
  const [options, setOptions] = useState<readonly EntityOption[]>([])
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    if (asked === null) return
    const running = new AbortController()
    const timer = setTimeout(() => {
      setLoading(true)
      entities.of(entityOf(to)).client.options({ project, search: asked }, { signal: running.signal, quiet: true })
        .then(setOptions, (thrown: unknown) => {
          if (!running.signal.aborted && !(thrown instanceof CallFailure)) throw thrown
          setOptions([])
        })
        .finally(() => { if (!running.signal.aborted) setLoading(false) })
    }, asked === '' ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      running.abort()
    }
  }, [asked, to, project, entities])
  return { options, isLoading, search: setAsked }
}
