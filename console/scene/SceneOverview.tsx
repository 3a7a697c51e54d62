import { Descriptions, Skeleton, Table } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '../../contract/entity/define.ts'
import type { EntityFields } from '../../contract/entity/field.ts'
import type { Tag } from '../../contract/routes.ts'
import { device } from '../../contract/platform/device.ts'
import { sceneDevice } from '../../contract/telemetry/index.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { FieldCell } from '../fields/FieldCell.tsx'
import { useStoredUrls } from '../fields/useStoredUrls.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { LiveValues } from './LiveValues.tsx'
import { SceneHistory } from './SceneHistory.tsx'
import { SceneVariables } from './SceneVariables.tsx'
import { type SceneFacts, toText } from './sceneRow.ts'
import { useDeviceTags } from '../stores/hooks/useDeviceTags.ts'
import { useRows } from './useRow.ts'

const fields: EntityFields = device.fields
const noTags: readonly Tag[] = []

/** Overview of a scene: description, devices with live values, variables and history. */
export const SceneOverview = observer(function SceneOverview({
  row,
  facts,
}: {
  readonly row: Row
  readonly facts: SceneFacts
}) {
  const { projects } = useStores()
  const { t } = useTranslation('scene')
  const localize = useLocalized()
  const devices = useRows(device, facts.devices)
  const reporting = useMemo(
    () => (devices ?? []).map((one) => toText(getValue(one, 'plantDevice'))).filter((name) => name !== ''),
    [devices],
  )
  const tags = useDeviceTags(facts.project, reporting) ?? noTags
  const own = useDeviceTags(facts.project, [sceneDevice(facts.id)]) ?? noTags
  const recorded = useMemo(() => [...tags, ...own], [tags, own])
  const urls = useStoredUrls(facts.picture ? [facts.picture.id] : [])
  const picture = facts.picture && urls[facts.picture.id]
  // Unreadable devices are left out. If all of them are, the table must not state that there are none.
  const isUnseen = devices !== null && devices.length === 0 && facts.devices.length > 0
  const online = (devices ?? []).filter((one) => getValue(one, 'status') === 3).length
  return (
    <div className="scene-overview">
      <section className="scene-panel" aria-label={t('area')}>
        <h2>{t('area')}</h2>
        <div className="scene-area">
          {picture && <img src={picture} alt={facts.name} />}
          <Descriptions
            size="small"
            column={3}
            items={[
              { key: 'institution', label: t('institution'), children: facts.institution || t('none') },
              { key: 'project', label: t('project'), children: projects.name(facts.project) },
              {
                key: 'devices',
                label: t('devices'),
                children: isUnseen ? facts.devices.length : t('online', { online, count: facts.devices.length }),
              },
              { key: 'creator', label: t('creator'), children: row.createdBy },
              { key: 'created', label: t('created'), children: formatTime(row.createdAt) },
              { key: 'updated', label: t('updated'), children: formatTime(row.updatedAt) },
              { key: 'description', label: t('description'), span: 3, children: facts.description || t('none') },
            ]}
          />
        </div>
      </section>
      <section className="scene-panel" aria-label={t('deviceOverview')}>
        <h2>
          {t('deviceOverview')}
          <Link to="/platform/devices">{t('allDevices')}</Link>
        </h2>
        {devices === null ? (
          <Skeleton active className="scene-pad" />
        ) : (
          <Table<Row>
            rowKey="id"
            size="small"
            pagination={devices.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
            dataSource={[...devices]}
            locale={{ emptyText: t(isUnseen ? 'unseenDevices' : 'noDevices') }}
            columns={[
              {
                key: 'name',
                title: fields['name'] && localize(fields['name'].words),
                width: 180,
                ellipsis: true,
                render: (_, one) => toText(getValue(one, 'name')),
              },
              {
                key: 'product',
                title: fields['product'] && localize(fields['product'].words),
                width: 150,
                ellipsis: true,
                render: (_, one) =>
                  fields['product'] && (
                    <FieldCell field={fields['product']} value={getValue(one, 'product')} row={one} />
                  ),
              },
              {
                key: 'status',
                title: fields['status'] && localize(fields['status'].words),
                width: 120,
                render: (_, one) =>
                  fields['status'] && <FieldCell field={fields['status']} value={getValue(one, 'status')} row={one} />,
              },
              {
                key: 'values',
                title: t('values'),
                render: (_, one) => (
                  <LiveValues tags={tags.filter((tag) => tag.device === toText(getValue(one, 'plantDevice')))} />
                ),
              },
            ]}
          />
        )}
      </section>
      <SceneVariables facts={facts} />
      <SceneHistory tags={recorded} />
    </div>
  )
})
