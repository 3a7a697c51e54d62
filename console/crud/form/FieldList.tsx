import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityField, EntityValue, EntityValues, Words } from '../../../contract/entity/field.ts'
import { isVisible } from '../../../contract/entity/read.ts'
import type { FieldEditorProps } from '../../fields/editorProps.ts'
import { FieldEditor } from '../../fields/FieldEditor.tsx'
import { errorClass } from '../../kit/form/scrollToError.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { findFormErrors } from './formErrors.ts'
import { SecretField, removedSecret } from './SecretField.tsx'

interface FieldListProps {
  readonly fields: readonly (readonly [name: string, field: EntityField])[]
  readonly values: EntityValues
  /**
   * Values of the whole row, where it has more fields than the form: a field may depend on a value that can no longer
   * be changed.
   */
  readonly present?: EntityValues | undefined
  /** Errors by field path. */
  readonly problems: Readonly<Record<string, Words>>
  readonly project: string | undefined
  readonly titles?: Readonly<Record<string, string>> | undefined
  /** Names of secrets that are set. They are never read back, and stay unchanged if no value is entered. */
  readonly storedSecrets?: ReadonlySet<string> | undefined
  /** Custom editors by field. */
  readonly editors?: Readonly<Record<string, (props: FieldEditorProps) => ReactNode>> | undefined
  /** Content before the fields of the first section. */
  readonly first?: ReactNode
  readonly onChange: (name: string, value: EntityValue) => void
}

/** Labelled fields, grouped into the declared sections. Large fields use the full width. */
export function FieldList({
  fields,
  values,
  present,
  problems,
  project,
  titles,
  storedSecrets,
  editors,
  first,
  onChange,
}: FieldListProps) {
  const localize = useLocalized()
  const { t } = useTranslation('crud')
  const applicable = fields.filter(([, field]) => isVisible(field, { ...present, ...values }))
  const groups = [...new Set(applicable.map(([, { group }]) => (group ? localize(group) : '')))]
  // The error state of the whole field would colour every cell, so only the faulty cell is marked.
  const inRow = (path: string | undefined, words: Words): string => {
    const index = Number.parseInt(path ?? '', 10)
    return Number.isNaN(index) ? localize(words) : t('rows.fault', { row: index + 1, words: localize(words) })
  }
  const item = ([name, field]: readonly [string, EntityField]): ReactNode => {
    const inside = findFormErrors(problems, name)
    const [[at, problem] = []] = Object.entries(inside)
    const Editor = editors?.[name] ?? FieldEditor
    const help = withLimits(field)
    const helpText = [field.note && t('note'), help && localize(help)].filter(Boolean).join(' ')
    const isTyped = typeof values[name] === 'string' && values[name] !== removedSecret
    const extra =
      storedSecrets?.has(name) && !isTyped ? (
        <SecretField
          label={localize(field.words)}
          isRemoved={values[name] === removedSecret}
          isRequired={field.required}
          onChange={(value) => onChange(name, value)}
        />
      ) : (
        helpText || undefined
      )
    const editorProps: FieldEditorProps = {
      id: `field-${name}`,
      field,
      value: values[name] ?? null,
      rowValues: values,
      isBad: problem !== undefined && field.kind !== 'rows',
      faults: inside,
      project,
      ...(titles ? { titles } : {}),
      onChange: (value) => onChange(name, value),
    }
    return (
      <Form.Item
        key={name}
        className={[
          isLarge(field) ? 'field-large' : name === 'longitude' ? 'field-begins' : '',
          problem ? errorClass.field : '',
        ].join(' ')}
        label={localize(field.words)}
        htmlFor={`field-${name}`}
        required={field.required && field.kind !== 'flag' && !storedSecrets?.has(name)}
        {...(problem
          ? field.kind === 'rows'
            ? { help: <span className="field-fault-words">{inRow(at, problem)}</span> }
            : { validateStatus: 'error' as const, help: localize(problem) }
          : extra
            ? { extra }
            : {})}
      >
        <Editor {...editorProps} />
      </Form.Item>
    )
  }
  return (
    <>
      {groups.map((group) => (
        <fieldset key={group} className="field-group">
          {group !== '' && <legend>{group}</legend>}
          {group === groups[0] && first}
          {applicable.filter(([, field]) => (field.group ? localize(field.group) : '') === group).map(item)}
        </fieldset>
      ))}
    </>
  )
}

/** Adds range and unit to the help of a duration: a number alone could be minutes or seconds. */
function withLimits(field: EntityField): Words | undefined {
  const { help } = field
  if (
    field.kind !== 'number' ||
    !timeUnits.has(field.unit) ||
    field.min <= -1e9 ||
    field.max >= 1e9 ||
    help?.en.includes(`${field.max} ${field.unit}`)
  )
    return help
  const limits = `${field.min} – ${field.max} ${field.unit}`
  return help ? { en: `${limits}. ${help.en}`, zh: `${limits}。${help.zh}` } : { en: limits, zh: limits }
}

const timeUnits: ReadonlySet<string> = new Set(['ms', 's', 'min', 'h'])
const isLarge = (field: EntityField): boolean =>
  field.kind === 'rows' ||
  field.kind === 'files' ||
  field.kind === 'choices' ||
  (field.kind === 'text' && (field.format === 'lines' || field.format === 'json'))
