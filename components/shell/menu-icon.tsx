import {
  AppWindow,
  BatteryCharging,
  BellRing,
  Building2,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  Cpu,
  Database,
  FileText,
  Folder,
  Gauge,
  Globe,
  House,
  KeyRound,
  Link,
  LogIn,
  MapPin,
  Menu,
  Monitor,
  Network,
  Receipt,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  Table,
  UserCog,
  Users,
  Warehouse,
  Wifi,
  Wrench,
  Zap,
} from 'lucide-react'
import { type IconName, iconNames } from '#contracts/icons'

const icons: Record<IconName, typeof Folder> = {
  page: FileText,
  folder: Folder,
  home: House,
  people: Users,
  platform: Settings,
  records: ScrollText,
  account: UserCog,
  role: KeyRound,
  department: Network,
  organization: Building2,
  allocation: Server,
  apply: AppWindow,
  menu: Menu,
  assets: Database,
  entryLog: LogIn,
  online: Wifi,
  operation: ClipboardList,
  monitor: Monitor,
  dashboard: Gauge,
  station: BatteryCharging,
  energy: Zap,
  alarm: BellRing,
  report: Receipt,
  chart: ChartColumn,
  table: Table,
  calendar: CalendarDays,
  map: MapPin,
  device: Cpu,
  warehouse: Warehouse,
  tool: Wrench,
  security: ShieldCheck,
  link: Link,
  globe: Globe,
}

interface Props {
  name: string
  otherwise?: 'page' | 'folder'
  /** Its size. */
  className?: string | undefined
}

/** The icon that a menu entry names; an unknown name gets that of a page or a folder. */
export function MenuIcon({ name, otherwise = 'page', className = 'size-4' }: Props) {
  const known = iconNames.find((candidate) => candidate === name)
  const Icon = icons[known ?? otherwise]
  return <Icon aria-hidden className={`shrink-0 ${className}`} />
}
