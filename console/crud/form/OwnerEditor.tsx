import { Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { FieldEditorProps } from '../../fields/editorProps.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { useOwners } from './useOwners.ts'

/**
 * Selects the project that owns a row, among those the account manages. Super administrators can also select none,
 * which makes the row available to all projects.
 */
export const OwnerEditor = observer(function OwnerEditor({
  id,
  field,
  value,
  onChange,
  isBad,
  isDisabled,
  label,
  titles = {},
}: FieldEditorProps) {
  const { projects, session } = useStores()
  const { t } = useTranslation('crud')
  const localize = useLocalized()
  const { owners } = useOwners()
  const present = typeof value === 'string' ? value : null
  const options = [...new Set([...owners, ...(present === null ? [] : [present])])].map((project) => ({
    value: project,
    label: titles[project] ?? projects.name(project),
  }))
  const isSuper = session.account?.role === 'super'
  return (
    <Select
      id={id}
      className="editor-wide"
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(isBad ? { status: 'error' as const } : {})}
      disabled={isDisabled ?? false}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={isSuper && field.noneWords ? localize(field.noneWords) : t('choose')}
      options={
        isSuper && field.noneWords ? [{ value: allProjects, label: localize(field.noneWords) }, ...options] : options
      }
      value={present ?? (isSuper ? allProjects : null)}
      onChange={(next: string | null) => onChange(next === allProjects ? null : next)}
    />
  )
})

/** Option value for no owner; never a project id. */
const allProjects = ''
