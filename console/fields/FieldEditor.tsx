import { Checkbox, Input, InputNumber, Select, Switch } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option, StoredFile } from '../../contract/entity/field.ts'
import { PasswordInput } from '../kit/form/PasswordInput.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { DrawingEditor } from './DrawingEditor.tsx'
import type { FieldEditorProps } from './editorProps.ts'
import { FilesEditor } from './FilesEditor.tsx'
import { InstantEditor } from './InstantEditor.tsx'
import { WithDictionary } from './WithDictionary.tsx'
import { PlantDeviceEditor } from './PlantDeviceEditor.tsx'
import { RefEditor } from './RefEditor.tsx'
import { RowsEditor } from './RowsEditor.tsx'
import { TagEditor } from './TagEditor.tsx'

/** A separate chunk, because it includes the schedule descriptions in all languages and few forms use it. */
const CronEditor = lazy(async () => ({ default: (await import('./CronEditor.tsx')).CronEditor }))

/** Editor of a field by its kind, for forms, transitions and cells of inner rows. */
export function FieldEditor(props: FieldEditorProps) {
  const { id, field, value, onChange, isBad = false, isDisabled = false, label } = props
  const localize = useLocalized()
  const { t } = useTranslation('crud')
  const common = {
    id,
    disabled: isDisabled,
    ...(isBad ? { status: 'error' as const } : {}),
    ...(label === undefined ? {} : { 'aria-label': label }),
  }
  const choiceAmong = (options: readonly Option[]) => (
    <Select
      {...common}
      className="editor-wide"
      allowClear={'required' in field && !field.required}
      value={typeof value === 'string' || typeof value === 'number' ? value : null}
      options={options.map((option) => ({ value: option.value, label: localize(option.words) }))}
      showSearch={options.length > 8}
      optionFilterProp="label"
      placeholder={t('choose')}
      onChange={(next: string | number | null | undefined) => onChange(next ?? null)}
    />
  )
  switch (field.kind) {
    case 'text': {
      const shown = typeof value === 'string' ? value : ''
      const change = (event: { readonly target: { readonly value: string } }): void =>
        onChange(event.target.value === '' ? null : event.target.value)
      if (field.format === 'drawing') return <DrawingEditor {...props} />
      if ((field.format === 'plantDevice' || field.isDevice) && props.project !== undefined)
        return <PlantDeviceEditor {...props} />
      if (field.format === 'tag') return <TagEditor {...props} />
      if (field.format === 'cron') {
        return (
          <Suspense fallback={<Input disabled value={shown} />}>
            <CronEditor
              id={id}
              value={shown}
              isBad={isBad}
              isDisabled={isDisabled}
              maxLength={field.maxLength}
              zoneNote="plan"
              project={props.project}
              onChange={onChange}
            />
          </Suspense>
        )
      }
      return field.format === 'lines' || field.format === 'json' ? (
        <Input.TextArea
          {...common}
          value={shown}
          maxLength={field.maxLength}
          autoSize={{ minRows: field.format === 'json' ? 5 : 2, maxRows: 14 }}
          onChange={change}
          className={field.format === 'json' ? 'editor-code' : ''}
        />
      ) : (
        <Input {...common} value={shown} maxLength={field.maxLength} onChange={change} autoComplete="off" />
      )
    }
    case 'number':
      return (
        <InputNumber
          {...common}
          className="editor-wide"
          value={typeof value === 'number' ? value : null}
          suffix={field.unit || undefined}
          placeholder={field.min > -1e9 && field.max < 1e9 ? `${field.min} – ${field.max}` : undefined}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      )
    case 'flag':
      return <Switch id={id} aria-label={label} disabled={isDisabled} checked={value === true} onChange={onChange} />
    case 'choice':
      return field.dictionary === undefined ? (
        choiceAmong(field.options)
      ) : (
        <WithDictionary field={field}>{choiceAmong}</WithDictionary>
      )
    case 'choices':
      return (
        <Checkbox.Group
          disabled={isDisabled}
          value={Array.isArray(value) ? value.filter((each: unknown): each is string => typeof each === 'string') : []}
          options={field.options.map((option) => ({ value: option.value, label: localize(option.words) }))}
          onChange={(next) => onChange(next.map(String))}
        />
      )
    case 'instant':
      return <InstantEditor {...props} field={field} />
    case 'secret':
      return (
        <PasswordInput
          id={id}
          value={typeof value === 'string' ? value : ''}
          maxLength={field.maxLength}
          autoComplete="new-password"
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      )
    case 'ref':
    case 'refs':
      return <RefEditor {...props} field={field} />
    case 'files':
      return (
        <FilesEditor
          id={id}
          label={label}
          project={props.project}
          field={field}
          value={
            Array.isArray(value)
              ? value.filter((each): each is StoredFile => typeof each === 'object' && each !== null && 'name' in each)
              : []
          }
          isDisabled={isDisabled}
          onChange={onChange}
        />
      )
    case 'rows':
      return <RowsEditor {...props} field={field} cell={renderCell} />
    case 'live':
      return null
  }
}

/** Editor of a cell of inner rows: this component again, passed in to avoid a circular import. */
const renderCell = (inner: FieldEditorProps) => <FieldEditor {...inner} />
