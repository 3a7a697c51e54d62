import { DeleteOutlined, PlusOutlined, RollbackOutlined, StopOutlined } from '@ant-design/icons'
import { App, Button, Skeleton, Table, type TableColumnsType } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UndeclaredDevice } from '../../contract/routes.ts'
import { limits } from '../../contract/limits.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useConfirmDelete } from '../kit/form/useConfirmDelete.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'

interface UndeclaredTableProps {
  readonly state: 'new' | 'ignored'
  readonly rows: readonly UndeclaredDevice[]
  readonly onAdopt: (device: UndeclaredDevice) => void
  readonly onChanged: () => void
}

const toKey = ({ project, device }: UndeclaredDevice): string => `${project}/${device}`
const formatOptionalTime = (at: number | null): string => (at === null ? '–' : formatTime(at))

/** Undeclared devices with their tags, and actions on one or several of them. */
export const UndeclaredTable = observer(function UndeclaredTable({
  state,
  rows,
  onAdopt,
  onChanged,
}: UndeclaredTableProps) {
  const { client, projects, session } = useStores()
  const { t } = useTranslation('undeclared')
  const { message } = App.useApp()
  const confirmDelete = useConfirmDelete()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  // An ignored device can be without stored data.
  const isStored = ({ tags, firstSeenAt }: UndeclaredDevice): boolean =>
    state === 'new' || tags > 0 || firstSeenAt !== null
  const selected = rows.filter((row) => chosen.includes(toKey(row)))
  const mayIgnore = session.mayDo('platform:undeclaredDevice:ignore')
  const mayRemove = session.mayDo('platform:undeclaredDevice:remove')
  const mayAdopt = session.mayDo('platform:device:add')

  /** One request per project. */
  const change = async (
    route: 'undeclared.ignore' | 'undeclared.accept' | 'undeclared.remove',
    devices: readonly UndeclaredDevice[],
  ): Promise<void> => {
    for (const project of new Set(devices.map((each) => each.project))) {
      await client.call(route, {
        body: { project, devices: devices.filter((each) => each.project === project).map(({ device }) => device) },
      })
    }
    setChosen([])
    onChanged()
  }
  async function handleReceive(devices: readonly UndeclaredDevice[]): Promise<void> {
    setBusy(true)
    try {
      await change(state === 'new' ? 'undeclared.ignore' : 'undeclared.accept', devices)
      void message.success(t(state === 'new' ? 'ignore.done' : 'accept.done', { count: devices.length }))
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    } finally {
      setBusy(false)
    }
  }
  const handleRemove = (devices: readonly UndeclaredDevice[]): void => {
    const tags = devices.reduce((sum, each) => sum + each.tags, 0)
    const title =
      devices.length === 1
        ? t('remove.title', { device: devices[0]?.device })
        : t('remove.titleMany', { count: devices.length })
    confirmDelete(
      {
        title,
        text: t('remove.text', { count: tags }),
        confirmText: t('remove.go'),
        done: t('remove.done', { count: devices.length }),
      },
      () => change('undeclared.remove', devices),
    )
  }

  const ignoreAction =
    state === 'new'
      ? ({ icon: <StopOutlined aria-hidden />, words: 'ignore' } as const)
      : ({ icon: <RollbackOutlined aria-hidden />, words: 'accept' } as const)
  const columns: TableColumnsType<UndeclaredDevice> = [
    {
      key: 'device',
      title: t('column.device'),
      width: 170,
      ellipsis: true,
      render: (_, { device }) => <strong title={device}>{device}</strong>,
    },
    {
      key: 'project',
      title: t('column.project'),
      width: 110,
      ellipsis: true,
      render: (_, { project }) => projects.name(project),
    },
    {
      key: 'tags',
      title: t('column.tags'),
      width: 70,
      align: 'right',
      render: (_, { tags }) => <span className="undeclared-number">{tags}</span>,
    },
    {
      key: 'lastValueAt',
      title: t('column.lastValue'),
      width: 158,
      render: (_, { lastValueAt }) => <span className="undeclared-number">{formatOptionalTime(lastValueAt)}</span>,
    },
    ...(state === 'new'
      ? [
          {
            key: 'firstSeenAt',
            title: t('column.firstSeen'),
            width: 158,
            render: (_: unknown, { firstSeenAt }: UndeclaredDevice) => (
              <span className="undeclared-number">{formatOptionalTime(firstSeenAt)}</span>
            ),
          },
        ]
      : [
          {
            key: 'ignoredAt',
            title: t('column.ignored'),
            width: 158,
            ellipsis: true,
            render: (_: unknown, { ignoredAt, ignoredBy }: UndeclaredDevice) =>
              `${formatOptionalTime(ignoredAt)} · ${ignoredBy ?? ''}`,
          },
        ]),
    {
      key: 'publisher',
      title: t('column.publisher'),
      width: 120,
      ellipsis: true,
      render: (_, { publisher }) => publisher ?? '–',
    },
    {
      key: 'actions',
      title: t('column.actions'),
      width: 244,
      fixed: 'end',
      render: (_, row) => (
        <>
          {mayAdopt && (
            <Button
              type="text"
              size="small"
              icon={<PlusOutlined aria-hidden />}
              aria-label={t('adopt.named', row)}
              onClick={() => onAdopt(row)}
            >
              {t('adopt.go')}
            </Button>
          )}
          {mayIgnore && (
            <Button
              type="text"
              size="small"
              icon={ignoreAction.icon}
              disabled={isBusy}
              aria-label={t(`${ignoreAction.words}.named`, row)}
              onClick={() => void handleReceive([row])}
            >
              {t(`${ignoreAction.words}.go`)}
            </Button>
          )}
          {mayRemove && isStored(row) && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('remove.named', row)}
              onClick={() => handleRemove([row])}
            >
              {t('remove.short')}
            </Button>
          )}
        </>
      ),
    },
  ]
  return (
    <>
      {selected.length > 0 && (
        <div className="undeclared-chosen" role="toolbar" aria-label={t('chosen', { count: selected.length })}>
          <span>{t('chosen', { count: selected.length })}</span>
          {mayIgnore && (
            <Button size="small" loading={isBusy} onClick={() => void handleReceive(selected)}>
              {t(`${ignoreAction.words}.chosen`)}
            </Button>
          )}
          {mayRemove && selected.some(isStored) && (
            <Button size="small" danger onClick={() => handleRemove(selected.filter(isStored))}>
              {t('remove.chosen')}
            </Button>
          )}
        </div>
      )}
      <Table<UndeclaredDevice>
        className="undeclared-table"
        rowKey={toKey}
        size="small"
        columns={columns}
        dataSource={[...rows]}
        pagination={false}
        scroll={{ x: 1110 }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': t('choose', { device: row.device }) }),
        }}
        expandable={{ expandedRowRender: showTags, rowExpandable: ({ tags }) => tags > 0 }}
      />
    </>
  )
})

const showTags = (row: UndeclaredDevice) => <DeviceTags row={row} />

/** The tags of a device with their latest values. */
const DeviceTags = observer(function DeviceTags({
  row: { project, device, tags },
}: {
  readonly row: UndeclaredDevice
}) {
  const { client } = useStores()
  const { t } = useTranslation('undeclared')
  const localize = useLocalized()
  const answer = useRequest(`${project}/${device}`, (signal) =>
    client.call('undeclared.tags', { params: { project, device } }, { signal, quiet: true }),
  )
  if (answer === null) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  if (answer instanceof CallFailure) return <p role="alert">{localize(answer.words)}</p>
  return (
    <>
      <table className="undeclared-tags">
        <thead>
          <tr>
            <th>{t('tags.point')}</th>
            <th>{t('tags.value')}</th>
            <th>{t('tags.time')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.map(({ point, value, text, at }) => (
            <tr key={point}>
              <td>{point}</td>
              <td>{text ?? value ?? '–'}</td>
              <td className="undeclared-number">{formatOptionalTime(at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tags > limits.undeclared.tags && (
        <p className="undeclared-lead">{t('tags.more', { count: tags - limits.undeclared.tags })}</p>
      )}
    </>
  )
})
