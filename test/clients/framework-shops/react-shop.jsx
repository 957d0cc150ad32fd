/** A shop in React with a router: a page of categories, one of results, and one for each product. */
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { Link, Route, Routes, useNavigate, useParams } from 'react-router';

export function ReactShop({ engine, widget, categories }) {
	const navigate = useNavigate();
	useEffect(() => {
		const follow = (event) => {
			const { origin, pathname, search } = new URL(event.detail.url);
			if (origin !== location.origin) return;
			event.preventDefault();
			navigate(pathname + search);
		};
		document.addEventListener('vitrine-navigate', follow);
		return () => document.removeEventListener('vitrine-navigate', follow);
	}, [navigate]);
	return (
		<StrictMode>
			<nav>
				<Link to="/">Home</Link> <Link to="/search?q=boots">Boots</Link> <Link to="/about">About</Link>
				<vitrine-search engine={engine} currency="EUR" results-url="/search" />
			</nav>
			<Suspense fallback={<p>Wait</p>}>
				<Routes>
					<Route path="/" element={<Home {...{ engine, categories }} />} />
					<Route path="/search" element={<Search engine={engine} />} />
					<Route path="/demo/products/:name" element={<Product widget={widget} />} />
					<Route path="/about" element={<About />} />
				</Routes>
			</Suspense>
		</StrictMode>
	);
}

/** Its code arrives when the test calls `arrive`, with the address already that of the page. */
const About = lazy(
	() =>
		new Promise((resolve) => {
			globalThis.arrive = () => resolve({ default: () => <h1>About us</h1> });
		}),
);

function Home({ engine, categories }) {
	const [order, setOrder] = useState(categories);
	const [isShown, setShown] = useState(true);
	return (
		<main>
			<h1>Shop</h1>
			<button type="button" onClick={() => setOrder(order.toReversed())}>
				Sort
			</button>
			<button type="button" onClick={() => setShown(!isShown)}>
				Hide
			</button>
			{isShown &&
				order.map((category) => (
					<vitrine-category key={category} engine={engine} category={category} per-page={2} cart={false} />
				))}
		</main>
	);
}

function Search({ engine }) {
	const [hasCart, setCart] = useState(false);
	const [heading, setHeading] = useState('Everything');
	const [clicked, setClicked] = useState('');
	return (
		<main>
			<h1>Search</h1>
			<button type="button" onClick={() => setCart(!hasCart)}>
				Cart
			</button>
			<button type="button" onClick={() => setHeading('All of it')}>
				Heading
			</button>
			<output>{clicked}</output>
			<vitrine-results
				engine={engine}
				currency="EUR"
				per-page={4}
				facets="brand"
				cart={hasCart}
				heading={heading}
				onvitrine-click={(event) => setClicked(event.detail.item.title)}
			>
				<div slot="product" hidden>
					<b className="own" data-text="title" />
				</div>
				<p slot="no-results">Ask us</p>
			</vitrine-results>
		</main>
	);
}

function Product({ widget }) {
	const { name } = useParams();
	return (
		<main>
			<h1>{name}</h1>
			<vitrine-recommendations widget={widget}>
				<template slot="product">
					<b className="own" data-text="title" />
				</template>
			</vitrine-recommendations>
		</main>
	);
}
