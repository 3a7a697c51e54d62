import { App, Button, Table, type TableColumnsType, Tag, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { allPermissions } from '../../contract/access.ts'
import type { ApiToken } from '../../contract/routes.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { endsSoon, getState } from './tokenState.ts'
import '../fields/fields.css'

interface TokenTableProps {
  readonly rows: readonly ApiToken[]
  readonly now: number
}

const tones = { valid: 'good', expired: 'idle', revoked: 'idle' } as const
const shownPermissions = 30

/** API tokens with permissions and expiry; tokens can be revoked here. */
export const TokenTable = observer(function TokenTable({ rows, now }: TokenTableProps) {
  const { tokens, projects, session, notices } = useStores()
  const { modal } = App.useApp()
  const { t } = useTranslation('system')
  const localize = useLocalized()

  async function revoke(token: ApiToken) {
    try {
      await tokens.revoke(token.id)
      notices.post({ manner: 'success', words: { en: 'Token revoked', zh: '令牌已撤销' } })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }

  function handleRevoke(token: ApiToken) {
    modal.confirm({
      title: t('tokens.revokeTitle', { name: token.name }),
      content: t('tokens.revokeText'),
      okText: t('tokens.revoke'),
      okButtonProps: { danger: true },
      cancelText: t('tokens.cancel'),
      onOk: () => revoke(token),
    })
  }

  const formatRights = ({ permissions }: ApiToken) =>
    permissions.includes(allPermissions)
      ? t('permissions.everything')
      : t('tokens.rights', { count: permissions.length })
  const columns: TableColumnsType<ApiToken> = [
    {
      key: 'name',
      title: t('tokens.name'),
      width: 150,
      ellipsis: true,
      sorter: (a, b) => (a.name < b.name ? -1 : 1),
      showSorterTooltip: false,
      render: (_, { name }) => <strong className="tokens-name">{name}</strong>,
    },
    ...(session.account?.role === 'super'
      ? [
          {
            key: 'owner',
            title: t('tokens.owner'),
            width: 100,
            ellipsis: true,
            render: (_: unknown, { owner }: ApiToken) => owner,
          },
        ]
      : []),
    {
      key: 'state',
      title: t('tokens.state'),
      width: 110,
      render: (_, token) => {
        const state = getState(token, now)
        return (
          <Tag className="cell-tag" data-tone={endsSoon(token, now) ? 'warning' : tones[state]}>
            {t(endsSoon(token, now) ? 'tokens.soon' : `tokens.${state}`)}
          </Tag>
        )
      },
    },
    {
      key: 'permissions',
      title: t('permissions.label'),
      width: 120,
      render: (_, token) => (
        <Tooltip title={<TokenRights permissions={token.permissions} more={(count) => t('tokens.more', { count })} />}>
          <span tabIndex={0} className="tokens-rights">
            {formatRights(token)}
          </span>
        </Tooltip>
      ),
    },
    {
      key: 'projects',
      title: t('tokens.projects'),
      width: 130,
      ellipsis: true,
      render: (_, token) =>
        token.projects === null
          ? t('tokens.allProjects')
          : token.projects.map((id) => projects.name(id)).join(localize(comma)),
    },
    {
      key: 'expires',
      title: t('tokens.expires'),
      width: 140,
      render: (_, { expiresAt }) => <span className="cell-number">{formatTime(expiresAt, toMinute)}</span>,
      sorter: (a, b) => a.expiresAt - b.expiresAt,
      showSorterTooltip: false,
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
      key: 'actions',
      title: t('tokens.actions'),
      width: 96,
      fixed: 'right',
      render: (_, token) =>
        getState(token, now) === 'valid' ? (
          <Button
            type="link"
            size="small"
            danger
            aria-label={t('tokens.revokeNamed', { name: token.name })}
            onClick={() => handleRevoke(token)}
          >
            {t('tokens.revoke')}
          </Button>
        ) : (
          token.revokedBy !== null && (
            <span className="cell-none">{t('tokens.revokedBy', { who: token.revokedBy })}</span>
          )
        ),
    },
  ]
  return (
    <Table<ApiToken>
      className="tokens-table"
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...rows]}
      pagination={false}
      sticky
      scroll={{ x: 1118 }}
    />
  )
})

function TokenRights({
  permissions,
  more,
}: {
  readonly permissions: readonly string[]
  readonly more: (count: number) => string
}) {
  const rest = permissions.length - shownPermissions
  return (
    <div className="tokens-list">
      {permissions.slice(0, shownPermissions).map((one) => (
        <code key={one}>{one}</code>
      ))}
      {rest > 0 && <span>{more(rest)}</span>}
    </div>
  )
}

const toMinute = 'YYYY-MM-DD HH:mm'
const comma = { en: ', ', zh: '、' }
