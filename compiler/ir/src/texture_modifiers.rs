//! Modifiers of texture and surface instructions (PTX ISA 9.7.10, 9.7.11).

spelled! {
    /// What a texture or a surface is to an instruction.
    Geometry {
        OneD = "1d", TwoD = "2d", ThreeD = "3d", OneDLayered = "a1d", TwoDLayered = "a2d", Cube = "cube", CubeLayered = "acube",
    }
}

impl Geometry {
    /// Coordinates, without the layer.
    pub fn coordinates(self) -> usize {
        match self {
            Geometry::OneD | Geometry::OneDLayered => 1,
            Geometry::TwoD | Geometry::TwoDLayered => 2,
            Geometry::ThreeD | Geometry::Cube | Geometry::CubeLayered => 3,
        }
    }

    /// Whether the first operand after the handle is a layer.
    pub fn is_layered(self) -> bool {
        matches!(self, Geometry::OneDLayered | Geometry::TwoDLayered | Geometry::CubeLayered)
    }

    /// Whether coordinates are a direction.
    pub fn is_cube(self) -> bool {
        matches!(self, Geometry::Cube | Geometry::CubeLayered)
    }
}

spelled! {
    /// Which component `tld4` gathers.
    Component { R = "r", G = "g", B = "b", A = "a", }
}

spelled! {
    /// What a surface instruction does outside of the surface.
    Boundary {
        /// The launch fails.
        Trap = "trap",
        /// The nearest place is meant.
        Clamp = "clamp",
        /// Reads give 0, writes do nothing.
        Zero = "zero",
    }
}

spelled! {
    /// What `txq` asks for.
    TexQuery {
        Width = "width", Height = "height", Depth = "depth", ChannelDataType = "channel_data_type", ChannelOrder = "channel_order",
        NormalizedCoords = "normalized_coords", FilterMode = "filter_mode", AddrMode0 = "addr_mode_0", AddrMode1 = "addr_mode_1",
        AddrMode2 = "addr_mode_2", ArraySize = "array_size", NumMipmapLevels = "num_mipmap_levels", NumSamples = "num_samples",
    }
}
