import { PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { App, Button, Checkbox, Skeleton, Switch, Table, type TableColumnsType, Tag, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Words } from '../../contract/entity/field.ts'
import type { Display } from '../../contract/routes.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { formatTime } from '../kit/text/formatTime.ts'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { NewDisplayDialog } from './NewDisplayDialog.tsx'
import '../fields/fields.css'
import '../kit/page/List.css'
import './tokens.css'

const toMinute = 'YYYY-MM-DD HH:mm'
const comma = { en: ', ', zh: '、' }

/** Wall displays; their tokens are created and revoked here. */
export const DisplaysPage = observer(function DisplaysPage() {
  const { displays, session } = useStores()
  const { t } = useTranslation('system')
  const localize = useLocalized()
  const [hasRevoked, setHasRevoked] = useState(false)
  const [isMaking, setMaking] = useState(false)
  useEffect(() => displays.load(), [displays, session.username])
  const rows = displays.rows.filter(({ revokedAt }) => hasRevoked || revokedAt === null)

  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t('displays.title')}</h1>
        <div className="list-toolbar">
          <Checkbox checked={hasRevoked} onChange={(event) => setHasRevoked(event.target.checked)}>
            {t('displays.old')}
          </Checkbox>
          <span className="list-gap" />
          <Tooltip title={t('tokens.reload')}>
            <Button
              aria-label={t('tokens.reload')}
              icon={<ReloadOutlined aria-hidden />}
              onClick={() => displays.load()}
            />
          </Tooltip>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
            {t('displays.add')}
          </Button>
        </div>
      </header>
      <div className="list-body" aria-busy={displays.loading !== null}>
        <ProgressLine active={displays.loading === 'again'} />
        {displays.loading === 'first' && (
          <div className="tokens-coming" role="status" aria-label={t('displays.loading')}>
            <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
          </div>
        )}
        {displays.failure && displays.loading === null && (
          <EmptyPanel tone="failed" title={t('displays.failed')} text={localize(displays.failure.words)}>
            <Button type="primary" onClick={() => displays.load()}>
              {t('tokens.again')}
            </Button>
          </EmptyPanel>
        )}
        {!displays.failure &&
          displays.loading !== 'first' &&
          (rows.length > 0 ? (
            <DisplayTable rows={rows} />
          ) : (
            <EmptyPanel tone="empty" title={t('displays.none')} text={t('displays.noneText')}>
              <Button type="primary" onClick={() => setMaking(true)}>
                {t('displays.add')}
              </Button>
            </EmptyPanel>
          ))}
      </div>
      {isMaking && <NewDisplayDialog onClose={() => setMaking(false)} />}
    </div>
  )
})

function DisplayTable({ rows }: { readonly rows: readonly Display[] }) {
  const { displays, notices } = useStores()
  const { modal } = App.useApp()
  const { t } = useTranslation('system')
  const localize = useLocalized()

  async function change(act: Promise<void>, words: Words) {
    try {
      await act
      notices.post({ manner: 'success', words })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  const handleOperate = ({ id, name, mayOperate }: Display): void => {
    if (mayOperate)
      return void change(displays.setMayOperate(id, false), { en: 'Operation disabled', zh: '已禁止操作' })
    modal.confirm({
      title: t('displays.allowTitle', { name }),
      content: t('displays.allowText'),
      okText: t('displays.allow'),
      cancelText: t('tokens.cancel'),
      onOk: () => change(displays.setMayOperate(id, true), { en: 'Operation allowed', zh: '已允许操作' }),
    })
  }
  const handleRevoke = ({ id, name }: Display): void =>
    void modal.confirm({
      title: t('tokens.revokeTitle', { name }),
      content: t('displays.revokeText'),
      okText: t('tokens.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('tokens.cancel'),
      onOk: () => change(displays.revoke(id), { en: 'Display revoked', zh: '大屏已撤销' }),
    })

  const columns: TableColumnsType<Display> = [
    {
      key: 'name',
      title: t('tokens.name'),
      width: 170,
      ellipsis: true,
      render: (_, { name }) => (
        <strong className="tokens-name" title={name}>
          {name}
        </strong>
      ),
    },
    {
      key: 'state',
      title: t('tokens.state'),
      width: 104,
      render: (_, { revokedAt }) => (
        <Tag className="cell-tag" data-tone={revokedAt === null ? 'good' : 'idle'}>
          {t(revokedAt === null ? 'tokens.valid' : 'tokens.revoked')}
        </Tag>
      ),
    },
    {
      key: 'drawings',
      title: t('displays.drawings'),
      width: 220,
      ellipsis: true,
      render: (_, { drawings }) => drawings.map(({ name }) => name).join(localize(comma)),
    },
    {
      key: 'operates',
      title: t('displays.mayOperate'),
      width: 110,
      render: (_, display) => (
        <Switch
          size="small"
          aria-label={t('displays.mayOperateNamed', { name: display.name })}
          checked={display.mayOperate && display.revokedAt === null}
          disabled={display.revokedAt !== null}
          onChange={() => handleOperate(display)}
        />
      ),
    },
    {
      key: 'used',
      title: t('tokens.used'),
      width: 136,
      render: (_, { lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="cell-none">{t('tokens.never')}</span>
        ) : (
          <span className="cell-number">{formatTime(lastUsedAt, toMinute)}</span>
        ),
    },
    {
      key: 'created',
      title: t('tokens.created'),
      width: 136,
      render: (_, { createdAt }) => <span className="cell-number">{formatTime(createdAt, toMinute)}</span>,
    },
    {
      key: 'creator',
      title: t('displays.creator'),
      width: 116,
      ellipsis: true,
      render: (_, { createdBy }) => createdBy,
    },
    {
      key: 'actions',
      title: t('tokens.actions'),
      width: 110,
      fixed: 'right',
      render: (_, display) =>
        display.revokedAt === null ? (
          <Button
            type="link"
            size="small"
            danger
            aria-label={t('tokens.revokeNamed', { name: display.name })}
            onClick={() => handleRevoke(display)}
          >
            {t('tokens.revoke')}
          </Button>
        ) : (
          display.revokedBy !== null && (
            <span className="cell-none">{t('tokens.revokedBy', { who: display.revokedBy })}</span>
          )
        ),
    },
  ]
  return (
    <Table<Display>
      className="tokens-table"
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...rows]}
      pagination={false}
      sticky
      scroll={{ x: 1102 }}
    />
  )
}
