import { useTranslation } from 'react-i18next'
import { permissionTree } from '../../contract/permissions.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { PermissionTree, getPermissions } from './PermissionTree.tsx'
import { readChosen, writeChosen } from './permissionText.ts'

const areas = permissionTree()
const all = getPermissions(areas)

/** Editor of a role's permissions as a tree with checkboxes. */
export function PermissionEditor({ id, value, onChange, isDisabled = false }: FieldEditorProps) {
  return (
    <PermissionTree
      id={id}
      areas={areas}
      chosen={readChosen(typeof value === 'string' ? value : null, all)}
      hasEverything
      isDisabled={isDisabled}
      onChange={(chosen) => onChange(writeChosen(chosen))}
    />
  )
}

/** Number of permissions of a role, for lists. */
export function PermissionCount({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('system')
  const { isEverything, known, others } = readChosen(text, all)
  return (
    <>
      {isEverything
        ? t('permissions.everything')
        : t('permissions.count', { count: known.length + others.length, all: all.length })}
    </>
  )
}
