import { Checkbox, Input, Tree, type TreeDataNode } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionArea } from '../../contract/permissions.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import type { Chosen } from './permissionText.ts'
import './permissions.css'

interface PermissionTreeProps {
  readonly id: string
  readonly areas: readonly PermissionArea[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  /** True if `*:*:*` can be selected. */
  readonly hasEverything: boolean
  readonly isDisabled?: boolean
}

const treeHeight = 340

/**
 * Permission tree by area and object. Selecting an object selects all its permissions; permissions hidden by the search
 * keep their state.
 */
export function PermissionTree({
  id,
  areas,
  chosen,
  onChange,
  hasEverything,
  isDisabled = false,
}: PermissionTreeProps) {
  const { t } = useTranslation('system')
  const localize = useLocalized()
  const [search, setSearch] = useState('')
  const all = useMemo(() => getPermissions(areas), [areas])
  const searchText = search.trim().toLowerCase()
  const shown = useMemo(
    () =>
      areas
        .map((area) => ({
          ...area,
          groups: area.groups.filter(
            ({ key, words }) =>
              searchText === '' || `${key} ${words.en} ${words.zh}`.toLowerCase().includes(searchText),
          ),
        }))
        .filter(({ groups }) => groups.length > 0),
    [areas, searchText],
  )
  const inSight = new Set(getPermissions(shown))
  const data: TreeDataNode[] = shown.map((area) => ({
    key: area.key,
    title: localize(area.words),
    children: area.groups.map((group) => ({
      key: group.key,
      title: (
        <>
          {localize(group.words)}{' '}
          <i>
            {
              group.permissions.filter(({ permission }) => chosen.isEverything || chosen.known.includes(permission))
                .length
            }
            /{group.permissions.length}
          </i>
        </>
      ),
      children: group.permissions.map(({ permission, words }) => ({
        key: permission,
        title: (
          <>
            {localize(words)} <code>{permission}</code>
          </>
        ),
      })),
    })),
  }))

  function handleCheck(keys: readonly (string | number | bigint)[]) {
    const ticked = new Set(keys.map(String))
    onChange({
      ...chosen,
      known: all.filter((one) => (inSight.has(one) ? ticked.has(one) : chosen.known.includes(one))),
    })
  }

  return (
    <div className="permissions" role="group" aria-label={t('permissions.label')}>
      <div className="permissions-head">
        <Input
          id={id}
          allowClear
          value={search}
          placeholder={t('permissions.search')}
          aria-label={t('permissions.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span role="status">
          {t('permissions.count', { count: chosen.isEverything ? all.length : chosen.known.length, all: all.length })}
        </span>
      </div>
      {hasEverything && (
        <Checkbox
          aria-label={`${t('permissions.everything')} *:*:*`}
          checked={chosen.isEverything}
          disabled={isDisabled}
          onChange={(event) => onChange({ ...chosen, isEverything: event.target.checked })}
        >
          {t('permissions.everything')} <code>*:*:*</code>
        </Checkbox>
      )}
      <Tree
        key={searchText === '' ? 'all' : 'found'}
        className="permissions-tree"
        checkable
        selectable={false}
        height={treeHeight}
        disabled={isDisabled || chosen.isEverything}
        treeData={data}
        checkedKeys={chosen.isEverything ? [...all] : [...chosen.known]}
        {...(searchText === '' ? { defaultExpandedKeys: shown.map(({ key }) => key) } : { defaultExpandAll: true })}
        onCheck={(keys) => handleCheck(Array.isArray(keys) ? keys : keys.checked)}
      />
      {data.length === 0 && <p className="permissions-none">{t('permissions.none')}</p>}
      {chosen.others.length > 0 && (
        <p className="permissions-none">{t('permissions.others', { list: chosen.others.join(', ') })}</p>
      )}
    </div>
  )
}

/** All permissions of areas, in order. */
export const getPermissions = (areas: readonly PermissionArea[]): string[] =>
  areas.flatMap(({ groups }) => groups.flatMap(({ permissions }) => permissions.map(({ permission }) => permission)))
