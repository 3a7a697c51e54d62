import {
  AlertOutlined,
  BarChartOutlined,
  BuildOutlined,
  ClusterOutlined,
  DashboardOutlined,
  EnvironmentOutlined,
  FieldTimeOutlined,
  FundOutlined,
  HomeOutlined,
  NodeIndexOutlined,
  PartitionOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ShareAltOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { MenuGroup } from './page.ts'

/** Icons of the menu groups. A folded menu shows only these. */
export const menuIcons: Readonly<Record<MenuGroup, ReactNode>> = {
  home: <HomeOutlined aria-hidden />,
  drawings: <BuildOutlined aria-hidden />,
  scenes: <PartitionOutlined aria-hidden />,
  devices: <ClusterOutlined aria-hidden />,
  facilities: <EnvironmentOutlined aria-hidden />,
  strategies: <FieldTimeOutlined aria-hidden />,
  operation: <AlertOutlined aria-hidden />,
  energy: <ThunderboltOutlined aria-hidden />,
  statistics: <BarChartOutlined aria-hidden />,
  tunnel: <NodeIndexOutlined aria-hidden />,
  rules: <ShareAltOutlined aria-hidden />,
  platform: <FundOutlined aria-hidden />,
  monitor: <DashboardOutlined aria-hidden />,
  system: <SettingOutlined aria-hidden />,
  help: <QuestionCircleOutlined aria-hidden />,
}
