import { Alert, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { account } from '../../contract/system/access.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import '../fields/fields.css'
import './accounts.css'

/** Projects of an account: all, the granted ones, or a warning that it has none. */
export function AccountProjects({ row, isSuper }: { readonly row: Row; readonly isSuper: boolean }) {
  const { t } = useTranslation('system')
  const projects = getValue(row, 'projects')
  if (isSuper) return <>{t('accounts.all')}</>
  if (hasNone(projects))
    return (
      <Tag className="cell-tag" data-tone="warning" title={t('accounts.noneText')}>
        {t('accounts.none')}
      </Tag>
    )
  return <FieldCell field={account.fields.projects} value={projects} row={row} />
}

/** Project editor of an account with a warning if no project is granted. */
export function ProjectsEditor(props: FieldEditorProps) {
  const { t } = useTranslation('system')
  const isSuper = props.rowValues?.['role'] === 'super'
  return (
    <>
      <FieldEditor {...props} />
      {!isSuper && hasNone(props.value) && (
        <Alert className="accounts-none" type="warning" showIcon role="status" title={t('accounts.noneText')} />
      )}
    </>
  )
}

const hasNone = (projects: unknown): boolean => !Array.isArray(projects) || projects.length === 0
