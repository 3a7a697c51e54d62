import { Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { getEntity } from '../../../contract/entities.ts'
import type { Row } from '../../../contract/entity/define.ts'
import { getEntityRoutes } from '../../../contract/entity/routes.ts'
import { FieldCell } from '../../fields/FieldCell.tsx'
import { SearchBox } from '../../kit/page/SearchBox.tsx'
import { useStores } from '../../stores/root.ts'
import { LoadingRows } from './LoadingRows.tsx'
import { FacilityRows } from '../model/facilityRows.ts'
import { projectLink } from '../model/projectLink.ts'
import { facilityKinds, type FacilityKind } from '../model/overview.ts'
import { getName } from '../model/rowText.ts'
import { useHomeData } from '../model/useHomeData.ts'

interface FacilityListProps {
  readonly project: string | undefined
  readonly paths: Readonly<Record<FacilityKind, string>>
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

/**
 * Searchable list of cabinets, loops, poles and sensors that the account has permission to see. A selected one is shown
 * on the map.
 */
export const FacilityList = observer(function FacilityList(props: FacilityListProps) {
  const { session } = useStores()
  const [first, ...others] = facilityKinds.filter((kind) => {
    const policy = getEntityRoutes(getEntity(kind))['list']?.policy
    return policy !== undefined && session.mayCall(policy, props.project)
  })
  return first === undefined ? null : <Kinds key={first} {...props} kinds={[first, ...others]} />
})

const Kinds = observer(function Kinds({
  project,
  paths,
  kinds,
  chosen,
  onChoose,
}: FacilityListProps & { readonly kinds: readonly [FacilityKind, ...FacilityKind[]] }) {
  const { t } = useTranslation('home')
  const [selectedKind, setKind] = useState(kinds[0])
  const kind = kinds.includes(selectedKind) ? selectedKind : kinds[0]
  const [search, setSearch] = useState('')
  const store = useHomeData(FacilityRows)
  useEffect(() => {
    store.show(kind, project, search)
    return () => store.request.stop()
  }, [store, kind, project, search])
  return (
    <section className="home-facilities" aria-label={t('facilities')}>
      <Segmented
        block
        size="small"
        value={kind}
        onChange={setKind}
        options={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
      />
      <SearchBox
        value={search}
        label={t('search', { kind: t(`kind.${kind}`) })}
        clearWords={t('clear')}
        onSearch={setSearch}
      />
      <ul>
        {store.rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-pressed={row.id === chosen}
              onClick={() => onChoose(row.id === chosen ? null : row.id)}
            >
              <b>{getName(row)}</b>
              <FacilityState row={row} kind={kind} />
            </button>
          </li>
        ))}
      </ul>
      {store.total === null &&
        (store.request.failure ? (
          <p className="home-none" role="alert">
            {t('failed')}
          </p>
        ) : (
          <LoadingRows rows={8} />
        ))}
      {store.total === 0 && <p className="home-none">{t('noneFound')}</p>}
      <footer>
        <span>{store.total !== null && t('shownOf', { shown: store.rows.length, total: store.total })}</span>
        <Link to={projectLink(paths[kind], project)}>{t('manage')}</Link>
      </footer>
    </section>
  )
})

function FacilityState({ row, kind }: { readonly row: Row; readonly kind: FacilityKind }) {
  const name = kind === 'cabinet' ? 'usage' : 'installation'
  const field = getEntity(kind).fields[name]
  const values: Readonly<Record<string, unknown>> = { ...row }
  const value = values[name]
  return field ? (
    <FieldCell field={field} value={typeof value === 'string' || typeof value === 'number' ? value : null} row={row} />
  ) : null
}
