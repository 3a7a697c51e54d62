import { LockOutlined } from '@ant-design/icons'
import { Table, type TableColumnsType } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ListedDrawing } from '../../contract/routes.ts'
import { runPath } from '../kit/drawing/drawingPaths.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { useStores } from '../stores/root.ts'
import { DrawingActions } from './DrawingActions.tsx'
import { FavouriteStar } from './FavouriteStar.tsx'
import { scrollerId, scrollerPadding } from './paths.ts'
import { Picture } from './Picture.tsx'

/** Table view of the drawing list. */
export const DrawingTable = observer(function DrawingTable() {
  const { drawings, projects } = useStores()
  const { t } = useTranslation('center')
  const scroller = useCallback(() => document.getElementById(scrollerId) ?? document.body, [])
  const columns: TableColumnsType<ListedDrawing> = [
    {
      title: t('column.name'),
      dataIndex: 'name',
      ellipsis: true,
      width: 280,
      render: (name: string, drawing) => (
        <span className="row-name">
          <FavouriteStar drawing={drawing} />
          <Picture drawing={drawing} />
          <span className="row-said">
            <Link to={runPath(drawing.id)} title={name}>
              {name}
            </Link>
            {drawing.description !== '' && <small title={drawing.description}>{drawing.description}</small>}
          </span>
          {!drawing.isPublic && <LockOutlined role="img" aria-label={t('private')} />}
        </span>
      ),
    },
    {
      title: t('column.project'),
      dataIndex: 'project',
      width: 110,
      ellipsis: true,
      render: (id: string) => projects.name(id),
    },
    {
      title: t('column.size'),
      key: 'size',
      width: 110,
      align: 'right',
      render: (_, { width, height }) => t('size', { width, height }),
    },
    { title: t('column.revision'), dataIndex: 'revision', width: 76, align: 'right' },
    { title: t('column.savedAt'), dataIndex: 'updatedAt', width: 156, render: (at: number) => formatTime(at) },
    { title: t('column.savedBy'), dataIndex: 'updatedBy', width: 100, ellipsis: true },
    {
      title: t('column.actions'),
      key: 'actions',
      width: 312,
      fixed: 'end',
      render: (_, drawing) => <DrawingActions drawing={drawing} />,
    },
  ]
  return (
    <Table<ListedDrawing>
      className="drawing-table"
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...drawings.rows]}
      pagination={false}
      scroll={{ x: 1144 }}
      sticky={{ offsetHeader: -scrollerPadding, getContainer: scroller }}
    />
  )
})
