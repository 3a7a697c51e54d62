import { theme as antd, type ThemeConfig } from 'antd'
import type { Edition, Theme } from '../stores/session/preferences.ts'
import { getPalette } from './palette.ts'

export const fontFamily =
  "'Noto Sans SC Variable', system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', sans-serif"

type Algorithm = Exclude<NonNullable<ThemeConfig['algorithm']>, unknown[]>

/**
 * Restores readable values: the compact algorithm uses 12 px, but Chinese needs 13; the dark one dims colours below a
 * readable contrast on raised rows.
 */
const readable: Algorithm = (seed, map) =>
  map
    ? {
        ...map,
        colorPrimary: seed.colorPrimary,
        colorLink: seed.colorLink,
        colorInfo: seed.colorInfo,
        colorSuccess: seed.colorSuccess,
        colorWarning: seed.colorWarning,
        colorError: seed.colorError,
        fontSize: 13,
        fontSizeSM: 12,
        fontSizeLG: 14,
        fontSizeXL: 16,
        lineHeight: 20 / 13,
        lineHeightSM: 18 / 12,
        lineHeightLG: 22 / 14,
        fontHeight: 20,
        fontHeightSM: 18,
        fontHeightLG: 22,
      }
    : antd.defaultAlgorithm(seed)

const depths: Readonly<Record<Theme, string>> = {
  light: '0 6px 16px 0 rgb(0 0 0 / 10%), 0 3px 6px -4px rgb(0 0 0 / 14%)',
  dark: '0 8px 24px 2px rgb(0 0 0 / 55%), 0 3px 6px -4px rgb(0 0 0 / 60%)',
}

/**
 * Ant Design theme in the console's colours: compact, flat, small radii. `isStill` disables motion if the system
 * requests it.
 */
export function antdTheme(theme: Theme, edition: Edition | null, isStill: boolean): ThemeConfig {
  const color = getPalette(theme, edition)
  // A shadow instead of a border, so that floating elements keep their size.
  const floating = `0 0 0 1px ${color.edge}, ${depths[theme]}`
  return {
    algorithm: [theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm, antd.compactAlgorithm, readable],
    token: {
      fontFamily,
      controlHeight: 32,
      borderRadius: 3,
      borderRadiusLG: 4,
      colorPrimary: color.accent,
      // Ant Design's own selection colour, derived from this muted accent, would be a heavy grey.
      colorPrimaryBg: color.accentSoft,
      colorPrimaryBgHover: color.accentSoft,
      colorLink: color.accent,
      colorInfo: color.accent,
      colorSuccess: color.good,
      // Ant Design's own colour, derived from this muted green, would be grey.
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
      // The selection is shown by its background; accent-coloured text would not be readable on it.
      Dropdown: { colorPrimary: color.ink },
      Form: { itemMarginBottom: 22 },
      Layout: { headerBg: color.surface, siderBg: color.surface, bodyBg: color.ground },
      Menu: {
        itemBg: 'transparent',
        itemSelectedBg: color.accentSoft,
        itemSelectedColor: color.ink,
        itemBorderRadius: 3,
        activeBarBorderWidth: 0,
      },
      Table: {
        cellPaddingInlineSM: 12,
        headerBg: color.raised,
        headerColor: color.inkSoft,
        rowHoverBg: color.raised,
        rowSelectedBg: color.accentSoft,
        rowSelectedHoverBg: color.accentSoft,
        bodySortBg: color.surface,
        headerSortActiveBg: color.raised,
        headerSortHoverBg: color.raised,
      },
      // The selected item is lighter than its track in the dark theme too.
      Segmented:
        theme === 'dark'
          ? { trackBg: color.ground, itemSelectedBg: color.elevatedLine }
          : { trackBg: color.raised, itemSelectedBg: color.surface },
      // The compact padding is too small for the text.
      Tooltip: {
        paddingXS: 8,
        colorBgSpotlight: theme === 'dark' ? '#40484f' : '#2b3238',
        colorTextLightSolid: '#f4f6f8',
      },
    },
  }
}
