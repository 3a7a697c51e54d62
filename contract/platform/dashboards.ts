import { provinces } from '@mimic/engine/schema'
import { defineEntity } from '../entity/define.ts'
import { choice, choices, flag, number, pictures, ref, rows, text } from '../entity/field.ts'
import { ownerProject } from '../entity/owner.ts'
import { latitude, longitude } from '../entity/commonFields.ts'

const description = text({ en: 'Description', zh: '描述' }, { format: 'lines', maxLength: 500, note: true })

/** Series type of these cards in the chart library. */
export const cardSeries = { curve: 'line', dial: 'gauge' } as const

const whenKind = (...kinds: string[]) => ({ field: 'kind', is: kinds })
const card = {
  kind: choice(
    { en: 'Kind', zh: '类型' },
    {
      required: true,
      default: 'value',
      options: [
        { value: 'value', words: { en: 'Value', zh: '数值' } },
        { value: 'curve', words: { en: 'Line', zh: '曲线' } },
        { value: 'dial', words: { en: 'Gauge', zh: '仪表' } },
        { value: 'chart', words: { en: 'Chart', zh: '图表' } },
        { value: 'drawing', words: { en: 'Drawing', zh: '组态图' } },
      ],
    },
  ),
  label: text({ en: 'Title', zh: '标题' }, { maxLength: 50 }),
  tag: text({ en: 'Point', zh: '点位' }, { format: 'tag', maxLength: 191, when: whenKind('value', 'curve', 'dial') }),
  chart: ref({ en: 'Chart', zh: '图表' }, 'chart', { onRemove: 'empty', when: whenKind('chart') }),
  drawing: text({ en: 'Drawing', zh: '组态图' }, { format: 'drawing', maxLength: 64, when: whenKind('drawing') }),
  unit: text({ en: 'Unit', zh: '单位' }, { maxLength: 16, when: whenKind('value', 'curve', 'dial') }),
  min: number({ en: 'Min', zh: '最小值' }, { when: whenKind('dial') }),
  max: number({ en: 'Max', zh: '最大值' }, { when: whenKind('dial') }),
  isWide: flag({ en: 'Full width', zh: '整行' }),
}

/** A dashboard of cards: live values, history, charts and drawings. */
export const dashboard = defineEntity({
  name: 'dashboard',
  path: 'dashboards',
  area: 'platform',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Dashboard', zh: '数据看板' }, many: { en: 'Dashboards', zh: '数据看板' } },
  begin: {
    en: 'Values, trends, gauges, charts and drawings of a project as cards on one page.',
    zh: '在一个页面上以卡片展示项目的数值、曲线、仪表、图表和组态图：为每张卡片选择要展示的内容。',
  },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true }),
    cards: rows({ en: 'Cards', zh: '卡片' }, card, { max: 24 }),
    columns: number(
      { en: 'Columns', zh: '列数' },
      { required: true, integer: true, min: 1, max: 4, digits: 0, default: 2 },
    ),
    refreshS: number(
      { en: 'Refresh', zh: '刷新间隔' },
      { required: true, integer: true, min: 1, max: 3600, digits: 0, unit: 's', default: 10 },
    ),
    cover: pictures({ en: 'Cover', zh: '封面' }, { max: 1 }),
    description,
  },
  list: {
    columns: ['name', 'project', 'columns', 'refreshS', 'description', 'updatedAt'],
    search: ['name'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  recycles: true,
})

/** A chart defined by its chart option, with data from tags or from an address of this server. */
export const chart = defineEntity({
  name: 'chart',
  path: 'charts',
  area: 'platform',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Chart', zh: '图表' }, many: { en: 'Charts', zh: '图表' } },
  fields: {
    name: text({ en: 'Name', zh: '图表名称' }, { required: true }),
    kind: choice(
      { en: 'Kind', zh: '类型' },
      {
        required: true,
        default: 'line',
        options: [
          { value: 'line', words: { en: 'Line', zh: '折线图' } },
          { value: 'bar', words: { en: 'Bar', zh: '柱状图' } },
          { value: 'pie', words: { en: 'Pie', zh: '饼图' } },
          { value: 'gauge', words: { en: 'Gauge', zh: '仪表盘' } },
          { value: 'other', words: { en: 'Other', zh: '其他' } },
        ],
      },
    ),
    option: text(
      { en: 'Option (JSON)', zh: '配置（JSON）' },
      {
        required: true,
        format: 'json',
        maxLength: 100_000,
        emptyWords: { en: "Please enter the chart's option", zh: '请输入图表配置' },
      },
    ),
    url: text(
      { en: 'Data address', zh: '数据地址' },
      { format: 'url', maxLength: 500, help: { en: 'Returns xdata and ydata', zh: '返回 xdata 与 ydata' } },
    ),
    isPublic: flag(
      { en: 'Public', zh: '公开' },
      {
        default: true,
        help: {
          en: 'A private chart is visible only to you and super administrators',
          zh: '私有图表仅本人和超级管理员可见',
        },
      },
    ),
    cover: pictures({ en: 'Thumbnail', zh: '缩略图' }, { max: 1 }),
    ownerProject,
    description,
  },
  list: {
    columns: ['name', 'kind', 'ownerProject', 'isPublic', 'url', 'description', 'updatedBy', 'updatedAt'],
    search: ['name'],
    filters: ['kind', 'ownerProject', 'isPublic'],
    sort: { by: 'updatedAt', order: 'desc' },
  },
  unique: [['name']],
  privacy: 'isPublic',
  owner: 'ownerProject',
  recycles: true,
})

const whenMapKind = (...kinds: string[]) => ({ field: 'kind', is: kinds })

/**
 * A map: built-in outlines, custom tiles or a picture, with its initial view. The default map of a project is the
 * background of its home page and its annotation page.
 */
export const map = defineEntity({
  name: 'map',
  path: 'maps',
  area: 'platform',
  scope: 'project',
  title: 'name',
  words: { one: { en: 'Map', zh: '地图' }, many: { en: 'Maps', zh: '地图' } },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true }),
    kind: choice(
      { en: 'Kind', zh: '类型' },
      {
        required: true,
        default: 'outline',
        options: [
          { value: 'outline', words: { en: 'Outline', zh: '轮廓图' } },
          { value: 'tiles', words: { en: 'Tiles', zh: '瓦片地图' } },
          { value: 'picture', words: { en: 'Picture', zh: '图片' } },
        ],
      },
    ),
    outlines: choices(
      { en: 'Provinces', zh: '省份' },
      {
        options: provinces.filter(({ value }) => value !== 'china'),
        default: ['guangdong', 'xianggang', 'aomen'],
        when: whenMapKind('outline'),
        help: { en: 'Shown in detail on the outline of the country', zh: '在全国轮廓上细化显示的省份' },
      },
    ),
    url: text(
      { en: 'Tile address', zh: '瓦片地址' },
      {
        required: true,
        format: 'url',
        maxLength: 500,
        when: whenMapKind('tiles'),
        help: { en: 'With {z}, {x} and {y}', zh: '含 {z}、{x}、{y}' },
      },
    ),
    picture: pictures(
      { en: 'Picture', zh: '图片' },
      { max: 1, required: true, when: whenMapKind('picture'), help: { en: 'North is up', zh: '上方为北' } },
    ),
    widthM: number(
      { en: 'Width on the ground', zh: '实地宽度' },
      {
        required: true,
        min: 1,
        max: 5_000_000,
        digits: 1,
        default: 500,
        unit: 'm',
        when: whenMapKind('picture'),
        help: {
          en: 'From the left edge of the picture to the right one; its height follows',
          zh: '图片左右边缘之间的实际距离，高度按图片比例',
        },
      },
    ),
    longitude: {
      ...longitude,
      default: 114.03,
      required: true,
      help: { en: 'Where the map opens; of a picture, its middle', zh: '地图打开时的中心；图片则为其中心点' },
    },
    latitude: { ...latitude, default: 22.32, required: true },
    zoom: number(
      { en: 'Zoom', zh: '缩放级别' },
      {
        required: true,
        min: 0,
        max: 22,
        default: 12,
        when: whenMapKind('outline', 'tiles'),
        help: { en: '0 the world, 12 a city, 17 a street', zh: '0 为全球，12 约为城市，17 约为街道' },
      },
    ),
    isDefault: flag(
      { en: 'Project default', zh: '项目默认' },
      {
        help: { en: "Base map of the project's home page and of its map annotation", zh: '用于该项目的首页和地图标注' },
      },
    ),
  },
  list: {
    columns: ['name', 'kind', 'project', 'longitude', 'latitude', 'zoom', 'isDefault'],
    search: ['name'],
    filters: ['kind', 'isDefault'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  single: 'isDefault',
})
