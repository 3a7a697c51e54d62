import { Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { errors, type Presentation } from '../../contract/errors.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

interface ErrorRow {
  readonly name: string
  readonly status: number
  readonly code: number
  readonly words: string
  readonly manner: string
}

/** Table of all errors, generated from the catalogue that server and console share. */
export function ErrorTable() {
  const localize = useLocalized()
  const { t } = useTranslation('help')
  const rows = Object.entries(errors)
    .filter(([, { status }]) => status > 0)
    .map(([name, { status, code, words, manner }]): ErrorRow => ({
      name,
      status,
      code,
      words: localize(words),
      manner: t(`manner.${manner satisfies Presentation}`),
    }))
  return (
    <Table<ErrorRow>
      size="small"
      rowKey="name"
      pagination={false}
      dataSource={rows}
      className="help-errors"
      scroll={{ x: 620 }}
      columns={[
        { title: t('errors.status'), dataIndex: 'status', width: 80 },
        { title: t('errors.code'), dataIndex: 'code', width: 80 },
        { title: t('errors.words'), dataIndex: 'words' },
        { title: t('errors.manner'), dataIndex: 'manner', width: 150 },
      ]}
    />
  )
}
