import { Link, Outlet } from 'react-router-dom'

export default function App() {
  return (
    <>
      <nav>
        <Link to="/">overlays</Link> | <Link to="/form">form</Link> | <Link to="/calls">calls</Link>
      </nav>
      <Outlet />
    </>
  )
}
