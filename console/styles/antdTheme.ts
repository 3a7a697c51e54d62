import { theme as antd, type ThemeConfig } from 'antd'
import type { Edition, Theme } from '../stores/preferences.ts'
import { paletteOf } from './palette.ts'

export const fontFamily = "'Noto Sans SC Variable', system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', sans-serif"

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>

/** The compact algorithm writes at 12 px; Chinese needs 13. The dark one dims what it is given: below what can be read on a raised row. */
const readable: Algorithm = (seed, map) => (map ? {
  ...map,
  colorPrimary: seed.colorPrimary, colorLink: seed.colorLink, colorInfo: seed.colorInfo, colorSuccess: seed.colorSuccess, colorWarning: seed.colorWarning, colorError: seed.colorError,
  fontSize: 13, fontSizeSM: 12, fontSizeLG: 14, fontSizeXL: 16,
  lineHeight: 20 / 13, lineHeightSM: 18 / 12, lineHeightLG: 22 / 14,
  fontHeight: 20, fontHeightSM: 18, fontHeightLG: 22,
} : antd.defaultAlgorithm(seed))

const depths: Readonly<Record<Theme, string>> = {
  light: '0 6px 16px 0 rgb(0 0 0 / 10%), 0 3px 6px -4px rgb(0 0 0 / 14%)',
  dark: '0 8px 24px 2px rgb(0 0 0 / 55%), 0 3px 6px -4px rgb(0 0 0 / 60%)',
}

/** antd in the console's colours: compact, flat, square enough to sit in a control room; still for who asked for less motion. */
export function antdTheme(theme: Theme, edition: Edition | null, isStill: boolean): ThemeConfig {
  const color = paletteOf(theme, edition)
  // An edge of a line's width and no border: nothing that floats changes its size by it.
  const floating = `0 0 0 1px ${color.edge}, ${depths[theme]}`
  return {
    algorithm: [theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, antd.compactAlgorithm, readable],
    token: {
      fontFamily,
      controlHeight: 32,
      borderRadius: 3,
      borderRadiusLG: 4,
      colorPrimary: color.accent,
      // What is chosen: antd's own, made of so quiet an accent, would be a heavy grey.
      colorPrimaryBg: color.accentSoft,
      colorPrimaryBgHover: color.accentSoft,
      colorLink: color.accent,
      colorInfo: color.accent,
      colorSuccess: color.good,
      // Made of so quiet a green, antd's own would be grey.
      ...(theme === 'light' ? { colorSuccessBg: '#eaf3ed', colorSuccessBorder: '#a9ccb6' } : {}),
      colorWarning: color.warning,
      colorError: color.alarm,
      colorBgBase: color.surface,
      colorTextBase: color.ink,
      colorBgLayout: color.ground,
      colorBgContainer: color.surface,
      colorBgElevated: color.elevated,
      colorBorder: color.lineStrong,
      colorBorderSecondary: color.line,
      colorTextSecondary: color.inkSoft,
      colorTextTertiary: color.inkFaint,
      colorTextDescription: color.inkSoft,
      colorTextPlaceholder: color.inkFaint,
      colorTextLightSolid: color.onAccent,
      controlItemBgActive: color.accentElevated,
      controlItemBgActiveHover: color.accentElevated,
      boxShadow: floating,
      boxShadowSecondary: floating,
      wireframe: false,
      motion: !isStill,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      DatePicker: { cellActiveWithRangeBg: color.accentElevated },
      // What is chosen says so by its ground: in the accent it could not be read on that.
      Dropdown: { colorPrimary: color.ink },
      Form: { itemMarginBottom: 22 },
      Layout: { headerBg: color.surface, siderBg: color.surface, bodyBg: color.ground },
      Menu: { itemBg: 'transparent', itemSelectedBg: color.accentSoft, itemSelectedColor: color.ink, itemBorderRadius: 3, activeBarBorderWidth: 0 },
      Table: { cellPaddingInlineSM: 12, headerBg: color.raised, headerColor: color.inkSoft, rowHoverBg: color.raised, rowSelectedBg: color.accentSoft, rowSelectedHoverBg: color.accentSoft, bodySortBg: color.surface, headerSortActiveBg: color.raised, headerSortHoverBg: color.raised },
      // What is chosen stands out of its track in the dark too: lighter than that, not darker.
      Segmented: theme === 'dark' ? { trackBg: color.ground, itemSelectedBg: color.elevatedLine } : { trackBg: color.raised, itemSelectedBg: color.surface },
      // The compact size would leave its words no room.
      Tooltip: { paddingXS: 8, colorBgSpotlight: theme === 'dark' ? '#40484f' : '#2b3238', colorTextLightSolid: '#f4f6f8' },
    },
  }
}
