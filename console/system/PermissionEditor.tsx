import { Checkbox, Input, Tree, type TreeDataNode } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissionTree } from '../../contract/permissions.ts'
import type { FieldEditorProps } from '../fields/editorProps.ts'
import { useSay } from '../kit/useSay.ts'
import { readChosen, writeChosen } from './permissionText.ts'
import './permissions.css'

const areas = permissionTree()
const all = areas.flatMap(({ groups }) => groups.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)))
const treeHeight = 340

/** What a role may do, ticked in the tree of all that there is. Ticking a thing ticks all that may be done with it. */
export function PermissionEditor({ id, value, onChange, isDisabled = false }: FieldEditorProps) {
  const { t } = useTranslation('system')
  const say = useSay()
  const [search, setSearch] = useState('')
  const chosen = readChosen(typeof value === 'string' ? value : null, all)
  const wanted = search.trim().toLowerCase()
  const shown = useMemo(() => areas.map((area) => ({
    ...area, groups: area.groups.filter(({ key, words }) => wanted === '' || `${key} ${words.en} ${words.zh}`.toLowerCase().includes(wanted)),
  })).filter(({ groups }) => groups.length > 0), [wanted])
  const inSight = new Set(shown.flatMap(({ groups }) => groups.flatMap(({ permissions }) => permissions.map(({ permission }) => permission))))
  const data: TreeDataNode[] = shown.map((area) => ({
    key: area.key, title: say(area.words),
    children: area.groups.map((group) => ({
      key: group.key, title: <>{say(group.words)} <i>{group.permissions.filter(({ permission }) => chosen.known.includes(permission)).length}/{group.permissions.length}</i></>,
      children: group.permissions.map(({ permission, words }) => ({ key: permission, title: <>{say(words)} <code>{permission}</code></> })),
    })),
  }))

  function handleCheck(keys: readonly (string | number | bigint)[]) {
    const ticked = new Set(keys.map(String))
    // What the search hides stays as it is.
    onChange(writeChosen({ ...chosen, known: all.filter((one) => (inSight.has(one) ? ticked.has(one) : chosen.known.includes(one))) }))
  }

  return (
    <div className="permissions" role="group" aria-label={t('permissions.label')}>
      <div className="permissions-head">
        <Input id={id} allowClear value={search} placeholder={t('permissions.search')} aria-label={t('permissions.search')} onChange={(event) => setSearch(event.target.value)} />
        <span role="status">{t('permissions.count', { count: chosen.isEverything ? all.length : chosen.known.length, all: all.length })}</span>
      </div>
      <Checkbox checked={chosen.isEverything} disabled={isDisabled} onChange={(event) => onChange(writeChosen({ ...chosen, isEverything: event.target.checked }))}>
        {t('permissions.everything')} <code>*:*:*</code>
      </Checkbox>
      <Tree
        key={wanted === '' ? 'all' : 'found'} className="permissions-tree" checkable selectable={false} height={treeHeight} disabled={isDisabled || chosen.isEverything} treeData={data}
        checkedKeys={chosen.isEverything ? [...all] : [...chosen.known]} {...(wanted === '' ? { defaultExpandedKeys: shown.map(({ key }) => key) } : { defaultExpandAll: true })}
        onCheck={(keys) => handleCheck(Array.isArray(keys) ? keys : keys.checked)}
      />
      {data.length === 0 && <p className="permissions-none">{t('permissions.none')}</p>}
      {chosen.others.length > 0 && <p className="permissions-none">{t('permissions.others', { list: chosen.others.join(', ') })}</p>}
    </div>
  )
}

/** How many permissions a role has, where the whole text would be too much. */
export function PermissionCount({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('system')
  const { isEverything, known, others } = readChosen(text, all)
  return <>{isEverything ? t('permissions.everything') : t('permissions.count', { count: known.length + others.length, all: all.length })}</>
}
