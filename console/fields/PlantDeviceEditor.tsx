import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import { useFound } from '../stores/useFound.ts'
import type { FieldEditorProps } from './editorProps.ts'

/** Chooses the device of the plant that speaks for a row: by its name or id, among those of the project that have tags. What is stored stays, known or not. */
export function PlantDeviceEditor({ id, value, onChange, project = '', isBad, isDisabled, label }: FieldEditorProps) {
  const { client } = useStores()
  const { t } = useTranslation('crud')
  const [asked, setAsked] = useState<string | null>(null)
  const { answer, isComing } = useFound({ search: asked ?? '', within: project, isOpen: asked !== null }, (search, signal) => (
    client.call('plant.devices', { query: { project, search: search || undefined } }, { signal, quiet: true })
  ))
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const found = answer ?? []
  // A device may be named before it has ever spoken: what is typed can be taken too.
  const typed = asked === null ? '' : asked.trim()
  const isFound = (each: string): boolean => found.some(({ device }) => device === each)
  const other = typed === '' ? chosen === null || isFound(chosen) ? [] : [{ device: chosen, name: null }] : isComing || isFound(typed) ? [] : [{ device: typed, name: t('deviceSilent') }]
  return (
    <Select
      id={id} {...(label === undefined ? {} : { 'aria-label': label })} className="editor-wide" allowClear disabled={isDisabled ?? false} placeholder={t('choose')} loading={isComing}
      notFoundContent={t(isComing ? 'searching' : 'noneFound')} {...(isBad ? { status: 'error' as const } : {})} showSearch={{ filterOption: false, onSearch: setAsked }}
      value={chosen} onChange={(next: string | null | undefined) => onChange(next ?? null)} onOpenChange={(isOpen) => setAsked(isOpen ? '' : null)}
      optionRender={optionOf}
      options={[...found, ...other].map(({ device, name }) => ({ value: device, label: device, name }))}
    />
  )
}

const optionOf = ({ value: device, data: { name } }: { readonly value?: string | number | undefined; readonly data: { readonly name: string | null } }) => (
  <span className="editor-device">{device}{name !== null && <small>{name}</small>}</span>
)
