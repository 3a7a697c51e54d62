import type { Entity } from '../../../contract/entity/define.ts'
import { defineEntity } from '../../../contract/entity/define.ts'
import {
  choice,
  choices,
  files,
  flag,
  instant,
  live,
  number,
  ref,
  refs,
  rows,
  secret,
  text,
} from '../../../contract/entity/field.ts'

const words = (en: string, zh: string) => ({ en, zh })
const states = [
  { value: 1, words: words('Waiting', '待处理') },
  { value: 2, words: words('Working', '处理中') },
  { value: 3, words: words('Done', '已完成') },
]

/** In projects, with every kind of field, a lifecycle and imports. */
const shelf = defineEntity({
  name: 'sampleShelf',
  path: 'sample-shelves',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  words: { one: words('Shelf', '货架'), many: words('Shelves', '货架') },
  imports: true,
  fields: {
    name: text(words('Name', '名称'), { required: true }),
    address: text(words('Address', '地址'), { required: true, format: 'address', fixed: true }),
    kind: choice(words('Type', '类型'), {
      required: true,
      options: [
        { value: 1, words: words('Single', '单') },
        { value: 2, words: words('Double', '双') },
      ],
    }),
    colour: choice(words('Colour', '颜色'), {
      options: [
        { value: 'red', words: words('Red', '红') },
        { value: 'blue', words: words('Blue', '蓝') },
      ],
      dictionary: 'sample_colour',
    }),
    days: choices(words('Days', '日期'), {
      options: [
        { value: 'mon', words: words('Monday', '星期一') },
        { value: 'tue', words: words('Tuesday', '星期二') },
      ],
    }),
    ratio: number(words('Ratio', '比例'), { min: 1, max: 100, integer: true }),
    length: number(words('Length', '长度'), { min: 0, max: 1e6 }),
    second: number(words('Second', '第二'), {
      min: 0,
      max: 10,
      required: true,
      default: 1,
      when: { field: 'kind', is: [2] },
    }),
    isMain: flag(words('Main', '主')),
    installedAt: instant(words('Installed', '安装时间')),
    remark: text(words('Remark', '备注'), { format: 'lines', maxLength: 500 }),
    phone: text(words('Phone', '电话'), { format: 'phone' }),
    photos: files(words('Photos', '照片')),
    password: secret(words('Password', '密码')),
    points: rows(
      words('Points', '时间点'),
      {
        at: text(words('At', '时间'), { required: true, format: 'time' }),
        level: number(words('Level', '亮度'), { min: 0, max: 100 }),
      },
      { max: 6 },
    ),
    room: ref(words('Room', '房间'), 'sampleRoom', { onRemove: 'refuse' }),
    seenAt: instant(words('Seen', '最后在线'), { readOnly: true }),
    power: live(words('Power', '功率'), { point: 'power' }),
  },
  list: {
    columns: ['name', 'address', 'kind', 'ratio', 'isMain', 'installedAt'],
    search: ['name', 'address'],
    filters: ['kind', 'isMain', 'room', 'days', 'state'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['address'], ['name', 'kind']],
  lifecycle: {
    field: 'state',
    words: words('State', '状态'),
    initial: 1,
    states,
    moves: {
      take: {
        words: words('Take', '接单'),
        from: [1],
        to: 2,
        fields: { remark: text(words('Remark', '备注'), { required: true }) },
      },
      finishUp: { words: words('Finish', '完成'), from: [2], to: 3, role: 'operator' },
      lose: { words: words('Lose', '丢失'), from: [1, 2], to: 3, hidden: true },
    },
  },
  rules: [
    {
      field: 'ratio',
      words: words('A main shelf has a ratio', '主货架需填写比例'),
      holds: ({ isMain, ratio }) => isMain !== true || ratio !== null,
    },
  ],
})

/** Refers to shelves in every possible way. */
const slot = defineEntity({
  name: 'sampleSlot',
  path: 'sample-slots',
  area: 'scada',
  scope: 'project',
  title: 'name',
  words: { one: words('Slot', '槽位'), many: words('Slots', '槽位') },
  imports: true,
  fields: {
    name: text(words('Name', '名称'), { required: true }),
    only: ref(words('Own shelf', '专用货架'), 'sampleShelf', { exclusive: true, onRemove: 'empty' }),
    firm: ref(words('Shelf', '货架'), 'sampleShelf', { onRemove: 'refuse' }),
    note: ref(words('Note', '便签'), 'sampleNote', { onRemove: 'empty' }),
    many: refs(words('Shelves', '多个货架'), 'sampleShelf', { max: 5 }),
    steps: rows(
      words('Steps', '步骤'),
      { shelf: ref(words('Shelf', '货架'), 'sampleShelf'), note: text(words('Note', '说明')) },
      { max: 3 },
    ),
  },
  list: {
    columns: ['name', 'only'],
    search: ['name'],
    filters: ['only', 'firm', 'many'],
    sort: { by: 'createdAt', order: 'desc' },
  },
})

/** Outside projects. */
const room = defineEntity({
  name: 'sampleRoom',
  path: 'sample-rooms',
  area: 'platform',
  scope: 'none',
  title: 'name',
  words: { one: words('Room', '房间'), many: words('Rooms', '房间') },
  imports: true,
  fields: {
    name: text(words('Name', '名称'), { required: true }),
    floor: number(words('Floor', '楼层'), { integer: true, min: -9, max: 99 }),
  },
  list: { columns: ['name', 'floor'], search: ['name'], sort: { by: 'name', order: 'asc' } },
  unique: [['name']],
  roles: { write: 'super' },
})

/** Written only by the server. */
const trail = defineEntity({
  name: 'sampleTrail',
  path: 'sample-trail',
  area: 'system',
  scope: 'project',
  title: 'message',
  words: { one: words('Entry', '记录'), many: words('Entries', '记录') },
  origin: 'server',
  fields: { message: text(words('Message', '内容')), at: instant(words('At', '时间')) },
  list: { columns: ['message', 'at'], search: ['message'], sort: { by: 'at', order: 'desc' } },
  lifecycle: {
    field: 'state',
    words: words('State', '状态'),
    initial: 1,
    states,
    moves: { confirm: { words: words('Confirm', '确认'), from: [1], to: 2 } },
  },
})

/** In projects, and private by choice of the creator. */
const note = defineEntity({
  name: 'sampleNote',
  path: 'sample-notes',
  area: 'scada',
  scope: 'project',
  title: 'name',
  words: { one: words('Note', '便签'), many: words('Notes', '便签') },
  imports: true,
  privacy: 'isPublic',
  fields: {
    name: text(words('Name', '名称'), { required: true }),
    isPublic: flag(words('Public', '公开')),
    papers: files(words('Papers', '附件')),
  },
  list: { columns: ['name', 'isPublic'], search: ['name'], filters: ['isPublic'], sort: { by: 'name', order: 'asc' } },
  lifecycle: {
    field: 'state',
    words: words('State', '状态'),
    initial: 1,
    states,
    moves: { take: { words: words('Take', '接单'), from: [1], to: 2 } },
  },
})

export const sampleEntities: readonly Entity[] = [shelf, slot, room, trail, note]
